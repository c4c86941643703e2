// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// What Newton's method in double says of its corrections (newton_ladder<double>::chord_from_guess and detail::correction_judge,
// math/newton.hpp), for lanes. There the binary logarithms of the sizes are compared; here the sizes themselves, which says
// the same unless they nearly agree. A lane where they do, or where a size is very large or small, is judged by
// correction_judge itself.
#pragma once

#include <cstddef>
#include <cstdint>

namespace plumbline::lanes {

/// Lanes of an iteration, as masks.
struct newton_masks {
  std::int64_t* active;  ///< takes part
  std::int64_t* solved;
  std::int64_t* renews;  ///< active, and needs a new Jacobian next
  std::int64_t* keeps;   ///< active, and goes on with the Jacobian that it has
};

/// What a correction is judged by, for each lane.
struct correction_sizes {
  const double* size;      ///< of the correction
  const double* unknowns;  ///< of what was corrected
  double* before;          ///< of the correction before; becomes `size`
  double*
      wrong;  ///< size/unknowns of the first correction by the Jacobian in use, which was made before it
};

/// After the correction number `iteration`, from 1 on: lanes that are solved or cannot be are not active any more. Those in
/// `renews` have been corrected by a new Jacobian. Says whether lanes are left that need a new Jacobian, and whether there
/// are others. `least_gain` as in chord_from_guess. A lane whose guess has no digit is not active any more: its step is taken
/// alone.
struct lanes_left {
  bool renew = false;
  bool keep = false;
};
lanes_left judge_corrections(const newton_masks& m, int iteration, const correction_sizes& sizes,
                             std::size_t width, double least_gain);

/// Before the correction number `iteration`, from the sizes of the residual: a lane stays active where the size is finite and
/// has not grown to twice the first one, and where it has factors if its Jacobian is new. It is solved where the residual is
/// zero, otherwise it `corrects`. `first` keeps the sizes of the first iteration.
void judge_residuals(const newton_masks& m, std::int64_t* corrects, const std::int64_t* factored,
                     int iteration, const double* size, double* first, std::size_t width);

/// What judge_corrections() says of one lane, by correction_judge.
void judge_lane(const newton_masks& m, int iteration, const correction_sizes& sizes,
                std::size_t lane, double least_gain);

}  // namespace plumbline::lanes
