// SPDX-FileCopyrightText: 2026 The Plumbline authors
// SPDX-License-Identifier: BSL-1.0
//
// The engine of every implicit scheme: Newton's method on a ladder of precisions. newton_ladder.hpp has the class, what it asks of
// equations, and the ladder; newton_climb.hpp how a rung goes on from the root of the rung below; newton_from_guess.hpp the
// iteration from the guess; correction_judge.hpp when an iteration stops; newton_more_digits.hpp what follows where rounding errors
// stopped it.
#pragma once

#include <plumbline/math/newton_climb.hpp>
#include <plumbline/math/newton_from_guess.hpp>
#include <plumbline/math/newton_ladder.hpp>
#include <plumbline/math/newton_more_digits.hpp>
