#pragma once

#include "core/mesh/prepare.h"
#include "ui/window/mesh_dialog/mesh_check.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// What a closed surface comes to that is cut into cells for a soft body.
struct DivisionCheck {
  std::vector<std::string> notes;      ///< what tetrahedra are like, or what a lattice glues; with its name
  std::string reason;                  ///< why it cannot be cut so, and what would do; empty if it can
  std::optional<TriangleMesh> surface; ///< of the tetrahedra that fill it
};

/// Cuts an accepted surface (m) into what the options say. Throws Cancelled.
DivisionCheck check_division(const std::shared_ptr<const PreparedMesh>& mesh, const CheckOptions& options,
                             const Progress& progress);

} // namespace lamina
