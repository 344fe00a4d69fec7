#pragma once

#include "tests/papers/table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lamina::papers::h08 {

/// Steps a second and colliding points of two tori that press on each other, by method: "H08-fps". The
/// paper's scene (Fig. 11) is a picture only.
Table rate_table();

/// Fifty tori with one and with two threads, steps taken in turn: "H08-par". Ratios of medians beside them.
Table thread_table();

/// The state of so many tori after some steps, as Simulation hashes it.
std::uint64_t state_after(int tori, const std::string& method, int threads, int steps);

} // namespace lamina::papers::h08
