#include "core/response/penalty/momentum.h"

#include <numeric>
#include <vector>

namespace lamina {

namespace {

/// Bodies that touch each other, by one of them.
class Groups {
public:
  void begin(std::size_t bodies) {
    of_.resize(bodies);
    std::iota(of_.begin(), of_.end(), std::uint32_t{0});
  }
  std::uint32_t of(std::uint32_t body) {
    while (of_[body] != body)
      body = of_[body] = of_[of_[body]];
    return body;
  }
  void join(std::uint32_t a, std::uint32_t b) { of_[of(a)] = of(b); }

private:
  std::vector<std::uint32_t> of_;
};

struct Group {
  bool held = false;
  double mass = 0;
  Vec3 lacking = Vec3::Zero(); ///< N·s
};

/// Calls visit(first) for where the velocity of each part of a body begins: of its nodes or bones.
template <class Visit>
void for_each_part(const BlockSystem& system, std::size_t body, const Visit& visit) {
  const auto stride = static_cast<Eigen::Index>(3 * system.bodies()[body]->cluster_size());
  const Eigen::Index first = system.offset(body), end = first + system.length(body);
  for (Eigen::Index at = first; at < end; at += stride)
    visit(at);
}

} // namespace

void restore_momentum(const StepInput& step, const BlockSystem& system, const BlockVector& right_hand_side,
                      BlockVector& v) {
  const auto count = static_cast<std::uint32_t>(system.bodies().size());
  // Room of the last step serves this one.
  thread_local Groups groups;
  thread_local std::vector<Group> found;
  thread_local BlockVector residual;
  groups.begin(count);
  for (const PairContacts& pair : step.contacts)
    if (!pair.contacts.empty())
      groups.join(pair.body[0], pair.body[1]);

  found.assign(count, {});
  for (std::uint32_t i = 0; i < count; ++i) {
    const Body& body = *system.bodies()[i];
    Group& group = found[groups.of(i)];
    group.held = group.held || !body.moves() || body.anchor() != Body::Anchor::none;
    group.mass += body.mass();
  }
  for (const DragSpring& drag : step.drags)
    found[groups.of(static_cast<std::uint32_t>(drag.body))].held = true;
  const auto free = [&](std::uint32_t body) { return !found[groups.of(body)].held; };
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
      for_each_part(system, i,
                    [&](Eigen::Index at) { found[groups.of(i)].lacking += residual.segment<3>(at); });
  for (std::uint32_t i = 0; i < count; ++i)
    if (const Group& group = found[groups.of(i)]; !group.held)
      for_each_part(system, i, [&](Eigen::Index at) { v.segment<3>(at) += group.lacking / group.mass; });
}

} // namespace lamina
