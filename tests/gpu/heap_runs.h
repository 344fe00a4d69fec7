#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace lamina::test {

/// Backends whose runs are compared: those that the program has; the stages of a card on the host's threads
/// (`host-device`); and OpenGL with contacts made by shaders, whatever the renderer (`opengl-contacts`).
std::vector<std::string> backends_to_run();

/// Simulates the shipped scene `heap` for so many steps with backend cpu, and twice with this one, on
/// different numbers of threads. Expects the same state after every step, bit by bit: every backend finds the
/// same contacts, so there is no drift to allow for. Skips by name a backend that cannot be used here.
void expect_same_heap(const std::string& backend, int steps);

/// The name of a backend as part of the name of a test.
std::string test_name(const testing::TestParamInfo<std::string>& backend);

} // namespace lamina::test
