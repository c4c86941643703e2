// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The frame of a picture that stands alone: axes that fit the data, labels that do not touch each other, and the key beside the
// plot. All places are counted in pixels from the estimated width of the texts, so that no label is cut at the border.
#pragma once

#include <plumbline/io/plot.hpp>

#include <string>

namespace plumbline {

/// The size of a picture, and gnuplot's commands for its margins, ranges, ticks and key.
struct frame {
  int width;
  int height;
  std::string commands;
};

/// The ranges that the plot leaves open are those of its curves and a small margin.
frame frame_of(const plot& p);

/// The size of the plot inside its axes, in pixels, unless its key is longer or both axes have the same scale.
inline constexpr int frame_plot_width = 440;
inline constexpr int frame_plot_height = 330;

}  // namespace plumbline
