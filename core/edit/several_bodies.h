#pragma once

#include "core/edit/scene_edits.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lamina {

// Edits of several bodies, each one step to undo. Bodies are given by index, in the order in which they were
// selected.

/// "box", "box and ball", or "5 bodies".
std::string names_of(const Scene& scene, std::span<const std::uint32_t> bodies);

/// Edits made one after the other as one. It is live if all are, and slow if one is.
SceneEdit together(std::string name, std::vector<SceneEdit> edits);

/// The same edit of each of these bodies; `verb` and their names are what it is called.
SceneEdit edit_each(const Scene& scene, std::span<const std::uint32_t> bodies, const std::string& verb,
                    const std::function<SceneEdit(std::size_t)>& edit);

/// Poses of the meshes' own origins.
SceneEdit place_bodies(const Scene& scene, std::span<const std::pair<std::uint32_t, Pose>> places,
                       const std::string& verb);

/// Copies that lie among each other as the originals do, beside all of them, at the end.
SceneEdit duplicate_bodies(const Scene& scene, std::span<const std::uint32_t> bodies);
SceneEdit remove_bodies(const Scene& scene, std::span<const std::uint32_t> bodies);

/// Fixes all if one moves freely, else makes all rigid. Floors stay as they are.
SceneEdit fix_or_free(const Scene& scene, std::span<const std::uint32_t> bodies);

/// Puts them into a group of their own: bodies of a group do not collide with each other.
SceneEdit group_bodies(const Scene& scene, std::span<const std::uint32_t> bodies);
/// Takes them out of all groups.
SceneEdit ungroup_bodies(const Scene& scene, std::span<const std::uint32_t> bodies);
/// Those that share a group with one of these, and these, in the order of the scene.
std::vector<std::uint32_t> with_their_groups(const Scene& scene, std::span<const std::uint32_t> bodies);

/// What of the bounding boxes lies in one plane after aligning.
enum class AlignBy { lowest, middle, highest };

/// Moves them along a world axis (0 to 2) until they agree with the first one, which stays.
SceneEdit align_bodies(const Scene& scene, std::span<const std::uint32_t> bodies, int axis, AlignBy by);

/// Puts each on top of the one before, against gravity and in the middle above it. The first one stays.
SceneEdit stack_bodies(const Scene& scene, std::span<const std::uint32_t> bodies);

/// The middle of the boxes of these bodies, which handles and turns of several go about, world, m.
Vec3 middle_of(const Scene& scene, std::span<const std::uint32_t> bodies);

} // namespace lamina
