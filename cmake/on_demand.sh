#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Plumbline authors
# SPDX-License-Identifier: BSL-1.0
#
# on_demand.sh OUTPUT LIBRARY ... -- OBJECT ...: writes a source with a function for each function of the shared libraries that
# the objects call. It jumps to the library's own, whose place is looked up at the first call; the library is loaded then.
#
# Why: the loader binds every function of FLINT, HDF5, MPI and of the forty libraries that these need before `main` begins. That
# takes 35 million instructions, three times what `plumbline integrate pendulum` for one step takes itself, and most commands use none of them.
# For x86-64 and the calling convention of System V. The registers that hold arguments are kept over the first call.
set -eu
output=$1
shift
libraries=''
while [ "$1" != -- ]; do
  libraries="$libraries $1"
  shift
done
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

nm -u "$@" 2>/dev/null | awk 'NF == 2 && $1 == "U" { print $2 }' | LC_ALL=C sort -u >"$work/needed"
: >"$work/functions"
sonames='' number=0
for library in $libraries; do
  sonames="$sonames    \"$(readelf -d "$library" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p')\",
"
  nm -D --defined-only "$library" | awk '$2 == "T" || $2 == "W" { sub(/@.*/, "", $3); print $3 }' | LC_ALL=C sort -u |
    LC_ALL=C comm -12 - "$work/needed" | sed "s/\$/ $number/" >>"$work/functions"
  number=$((number + 1))
done

{
  cat <<'END'
// Made by cmake/on_demand.sh.
#include <dlfcn.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

extern "C" {
__attribute__((visibility("hidden"))) extern std::atomic<void*> plumbline_on_demand_places[];
__attribute__((visibility("hidden"))) void* plumbline_on_demand(long number);
}

namespace {

const char* const libraries[] = {
END
  printf '%s};\n\nstruct function {\n  const char* name;\n  int library;\n};\nconst function functions[] = {\n' "$sonames"
  awk '{ printf "    {\"%s\", %d},\n", $1, $2 }' "$work/functions"
  cat <<'END'
};

}  // namespace

void* plumbline_on_demand(long number) {
  const function& f = functions[number];
  // Global, so that data of the library is found by its name.
  void* const library = dlopen(libraries[f.library], RTLD_NOW | RTLD_GLOBAL);
  void* const place = library == nullptr ? nullptr : dlsym(library, f.name);
  if (place == nullptr) {
    const char* const why = dlerror();
    std::fprintf(stderr, "plumbline: error: cannot load %s: %s\n", libraries[f.library],
                 why == nullptr ? f.name : why);
    _exit(4);
  }
  plumbline_on_demand_places[number].store(place, std::memory_order_release);
  return place;
}

asm(R"(
    .text
plumbline_on_demand_first:
    pushq %rax
    pushq %rdi
    pushq %rsi
    pushq %rdx
    pushq %rcx
    pushq %r8
    pushq %r9
    subq $136, %rsp
    movups %xmm0, (%rsp)
    movups %xmm1, 16(%rsp)
    movups %xmm2, 32(%rsp)
    movups %xmm3, 48(%rsp)
    movups %xmm4, 64(%rsp)
    movups %xmm5, 80(%rsp)
    movups %xmm6, 96(%rsp)
    movups %xmm7, 112(%rsp)
    movq 192(%rsp), %rdi
    call plumbline_on_demand
    movq %rax, %r11
    movups (%rsp), %xmm0
    movups 16(%rsp), %xmm1
    movups 32(%rsp), %xmm2
    movups 48(%rsp), %xmm3
    movups 64(%rsp), %xmm4
    movups 80(%rsp), %xmm5
    movups 96(%rsp), %xmm6
    movups 112(%rsp), %xmm7
    addq $136, %rsp
    popq %r9
    popq %r8
    popq %rcx
    popq %rdx
    popq %rsi
    popq %rdi
    popq %rax
    addq $8, %rsp
    jmp *%r11
)");

END
  awk '{
    printf "asm(R\"(\n    .globl %s\n    .hidden %s\n    .type %s, @function\n%s:\n    jmp *plumbline_on_demand_places+%d(%%rip)\n", $1, $1, $1, $1, 8 * (NR - 1)
    printf "plumbline_on_demand_%d:\n    pushq $%d\n    jmp plumbline_on_demand_first\n)\");\n", NR - 1, NR - 1
  }' "$work/functions"
  printf 'asm(R"(\n    .data\n    .balign 8\n    .globl plumbline_on_demand_places\n    .hidden plumbline_on_demand_places\nplumbline_on_demand_places:\n'
  awk '{ printf "    .quad plumbline_on_demand_%d\n", NR - 1 }' "$work/functions"
  printf '    .text\n)");\n'
} >"$output.new"
mv "$output.new" "$output"
