#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace lamina {

/// What a person should know of a run that goes on all the same.
struct RunNotice {
  enum class Kind {
    passed_through, ///< a body went through another between two detections
    below,          ///< a body began behind a one-sided surface
    left,           ///< a body is far from where all began, and goes on
    not_converged,  ///< velocities of some steps are not solved to the tolerance
    clamps_nothing  ///< a clamp holds no node or bone
  };
  Kind kind = Kind::left;
  std::uint64_t step = 0;          ///< when it was seen first, counted from 1; 0: as the run begins
  std::vector<std::string> bodies; ///< that it is about
  std::string text;                ///< a sentence with names, figures and what to change
};

/// As in files: "passed through".
const char* name_of(RunNotice::Kind kind);

} // namespace lamina
