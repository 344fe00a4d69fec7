#pragma once

#include <functional>
#include <string>

namespace lamina {

/// Called by long work now and then, with the fraction done (0 to 1) and a few words on what is being done.
/// Returning false asks the work to stop: it throws Cancelled. May be empty. Called on the working thread.
using Progress = std::function<bool(double fraction, const std::string& what)>;

} // namespace lamina
