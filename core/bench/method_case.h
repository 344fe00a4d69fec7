#pragma once

#include "core/bench/moved_pair.h"
#include "core/bench/spread.h"
#include "core/contact/broad_phase.h"
#include "core/contact/method.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lamina::bench {

/// What methods that measure depths or gaps are timed on. Three scenes: the two poses of the bunny and the
/// cube, ten tori of which each overlaps the next (H08 Fig. 13), and one surface of 20,000 triangles that
/// touches itself.
enum class MethodScene { shallow, deep, tori, pinched };
const char* name_of(MethodScene scene);

/// All of it is moved from one repetition to the next as in MovedPair, and kept in single precision.
std::unique_ptr<MovedBodies> bodies_of(MethodScene scene);

/// One method with its default settings.
struct MethodCase {
  MethodScene scene = MethodScene::shallow;
  std::string method;
  int threads = 1;
  bool operator==(const MethodCase&) const = default;
};

/// "tree": bounds, block balls, the pairs of bodies, and trees refitted to the moved vertices. "search": from
/// there to contacts with their gradients. "total" is both.
constexpr std::array<const char*, 3> method_phases{"tree", "search", "total"};

/// Whether two results hold the same contacts with the same gradients, bit for bit.
bool same_contacts(std::span<const PairContacts> p, std::span<const PairContacts> q);

struct MethodResult {
  MethodCase wanted;
  std::size_t triangles = 0, bodies = 0;
  std::uint64_t contacts = 0, rays = 0; ///< of the last repetition
  std::array<Spread, method_phases.size()> milliseconds;
  TurnTimes totals;    ///< what the last of them is the spread of
  std::string refused; ///< why no speed is stated; "" if its gate holds
};

/// A case with everything that it keeps from one repetition to the next.
class MethodRun {
public:
  /// Throws InputError for a method that there is not.
  explicit MethodRun(const MethodCase& wanted);

  /// Detects once on bodies that were moved. Milliseconds by phase.
  std::array<double, method_phases.size()> detect(MovedBodies& bodies);
  /// What is wrong with the last detection; "" if nothing. The gate: there are contacts, and another tree,
  /// made anew and refitted whole, leads to the same ones bit for bit.
  std::string problem(MovedBodies& bodies) const;

  const MethodCase& wanted() const { return wanted_; }
  std::uint64_t contacts() const;
  std::uint64_t rays() const;

private:
  MethodCase wanted_;
  Settings settings_;
  std::unique_ptr<ContactMethod> method_;
  BroadPhase broad_phase_;
  std::vector<BodyPair> pairs_;
  std::vector<PairContacts> results_;
};

} // namespace lamina::bench
