#pragma once

#include "core/contact/method.h"

#include <memory>
#include <string>
#include <vector>

namespace lamina::gpu {

/// A backend that may be chosen.
struct Candidate {
  std::string backend;
  std::unique_ptr<ContactMethod> method;
};

/// In the first step in which two bodies are near each other, detects contact twice on each of the
/// candidates. It then asks for the one whose second time was the shortest. All find the same, so the choice
/// changes timings alone. Until then it detects on the first; there is at least one.
std::unique_ptr<ContactMethod> make_auto_method(std::vector<Candidate> candidates);

} // namespace lamina::gpu
