#include "core/response/penalty/momentum.h"

#include "core/mesh/union_find.h"

#include <vector>

namespace lamina {

namespace {

struct Group {
  bool held = false;
  double mass = 0;
  Vec3 lacking = Vec3::Zero(); ///< N·s
};

} // namespace

void restore_momentum(const StepInput& step, const BlockSystem& system, const BlockVector& right_hand_side,
                      BlockVector& v) {
  const auto count = static_cast<std::uint32_t>(system.bodies().size());
  // Room of the last step serves this one.
  thread_local UnionFind groups;
  thread_local std::vector<Group> found;
  thread_local BlockVector residual;
  groups.reset(count);
  for (const PairContacts& pair : step.contacts)
    if (!pair.contacts.empty())
      groups.unite(pair.body[0], pair.body[1]);

  found.assign(count, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    const Body& body = *system.bodies()[i];
    Group& group = found[groups.find(i)];
    group.held = group.held || !body.moves() || body.anchor() != Body::Anchor::none;
    group.mass += body.mass();
  }
  for (const DragSpring& drag : step.drags)
    found[groups.find(static_cast<std::uint32_t>(drag.body))].held = true;
  const auto free = [&](std::uint32_t body) { return !found[groups.find(body)].held; };
  bool any = false;
  for (std::uint32_t i = 0; i < count && !any; ++i)
    any = free(i);
  if (!any)
    return;

  system.multiply(v, residual, false);
  residual = right_hand_side - residual;
  system.filter(residual);
  for (std::uint32_t i = 0; i < count; ++i)
    if (free(i))
      system.for_each_part(
          i, [&](Eigen::Index at) { found[groups.find(i)].lacking += residual.segment<3>(at); });
  for (std::uint32_t i = 0; i < count; ++i)
    if (const Group& group = found[groups.find(i)]; !group.held)
      system.for_each_part(i, [&](Eigen::Index at) { v.segment<3>(at) += group.lacking / group.mass; });
}

} // namespace lamina
