#pragma once

#include "core/mesh/prepare.h"
#include "core/simulation/snapshot.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace lamina {

/// How a surface is looked at.
enum class SurfaceRole {
  solid, ///< a closed volume, seen from outside
  floor, ///< a flat one-sided sheet: drawn as a neutral ground, seen from its front only
  sheet, ///< another open one-sided sheet, seen from both sides
  bag    ///< a closed surface that faces inwards, seen from inside only
};

/// What is shown of a prepared mesh: without the skirt that closes a one-sided sheet.
struct ShownShape {
  SurfaceRole role = SurfaceRole::solid;
  Box bounds;                 ///< of the shown triangles, own frame
  Vec3 front = Vec3::UnitY(); ///< unit normal of a floor, own frame
  bool rectangle = false;     ///< a floor that fills its bounds

  /// Whether triangles are seen, and can be pointed at, from their front only.
  bool front_only() const { return role == SurfaceRole::floor || role == SurfaceRole::bag; }
};

/// Number of triangles shown: all of them unless the mesh says otherwise.
std::size_t shown_triangles(const PreparedMesh& mesh);

ShownShape shown_shape(const PreparedMesh& mesh);

/// Whether a floor is a rectangle that holds a disc in its plane; the disc's centre is in the world.
bool holds_disc(const ShownShape& floor, const Pose& pose, const Vec3& centre, double radius);

/// Something made once for a mesh and kept while somebody else holds that mesh.
template <class Value>
class PerMesh {
public:
  /// The value of a mesh, made by make(mesh) at first use.
  template <class Make>
  Value& of(const std::shared_ptr<const PreparedMesh>& mesh, Make make) {
    const auto found = values_.find(mesh);
    return found != values_.end() ? found->second : values_.emplace(mesh, make(*mesh)).first->second;
  }

  /// Lets go of meshes that nobody else holds any more.
  void prune() {
    std::erase_if(values_, [](const auto& entry) { return entry.first.expired(); });
  }

private:
  std::map<std::weak_ptr<const PreparedMesh>, Value, std::owner_less<>> values_;
};

/// Shapes of the bodies of a snapshot, remembered by mesh.
class ShownShapes {
public:
  const ShownShape& of(const std::shared_ptr<const PreparedMesh>& mesh) {
    return shapes_.of(mesh, shown_shape);
  }

  /// World bounds of a body as shown; empty for one without a mesh.
  Box body_bounds(const Snapshot& snapshot, std::size_t body);
  /// The same without the splinters of a body that broke: they may fly far, and nobody looks for them.
  Box main_bounds(const Snapshot& snapshot, std::size_t body);
  /// World bounds of each body but floors, where finite, without splinters.
  std::vector<Box> bounds_but_floors(const Snapshot& snapshot);
  /// World bounds of all bodies but floors, without splinters; of the floors if there is nothing else.
  Box scene_bounds(const Snapshot& snapshot);
  /// Height along the snapshot's up direction of the highest level floor, if there is one.
  std::optional<double> level_floor(const Snapshot& snapshot);
  void prune() { shapes_.prune(); }

private:
  std::vector<Box> bounds_of(const Snapshot& snapshot, bool floors);

  PerMesh<ShownShape> shapes_;
};

} // namespace lamina
