#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# check.sh SOURCE COMPILER [FLAG...]: the source must not compile, and the compiler must say the words that stand in the
# source behind "must say:", in at most so many lines as stand behind "at most:", lines of source that the compiler shows not
# counted: gcc 14 shows more of them. With -DCORRECT it compiles.
source=$1
shift
words=$(sed -n 's|^// must say: ||p' "$source")
if [ -z "$words" ]; then
  echo "$source does not say what the compiler must say"
  exit 1
fi
if ! "$@" -std=c++20 -fsyntax-only -DCORRECT "$source"; then
  echo "the correct form of $source does not compile"
  exit 1
fi
if said=$("$@" -std=c++20 -fsyntax-only "$source" 2>&1); then
  echo "$source compiles"
  exit 1
fi
# clang writes \" for each quotation mark in a sentence
if ! printf '%s\n' "$said" | sed 's/\\"/"/g' | grep -qF -- "$words"; then
  printf '%s\n' "$said"
  echo "the compiler does not say: $words"
  exit 1
fi
most=$(sed -n 's|^// at most: \([0-9]*\) lines.*|\1|p' "$source")
lines=$(printf '%s\n' "$said" | grep -cv '^ *[0-9]* |')
if [ -n "$most" ] && [ "$lines" -gt "$most" ]; then
  printf '%s\n' "$said"
  echo "the compiler says it in $lines lines, not in $most"
  exit 1
fi
