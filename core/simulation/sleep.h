#pragma once

#include "core/body/body.h"
#include "core/contact/contact.h"
#include "core/mesh/union_find.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace lamina {

struct ResponseSettings;

/// Which bodies are asleep: they are at rest, and no step detects or solves anything between them.
///
///          all slow for sleep_after, and hardly displaced, on something still
///   awake ───────────────────────────────────────────────────────────────────► asleep
///     ▲                                                                          │
///     └───────── touched, dragged, changed, or what it lies on moves ────────────┘
///
/// An island is what hangs together by contacts between bodies that move freely. It falls asleep and wakes as
/// a whole. What is still is a prescribed body at no speed, or a clamp that does not move: what floats stays
/// awake.
class Sleep {
public:
  /// All awake. Keeps the pointers, of which some may change while all are awake.
  void begin(std::span<Body* const> bodies);

  bool any() const { return asleep_ > 0; }
  /// Whether nothing can have changed between two bodies since they were looked at last: neither moves.
  bool still(std::uint32_t a, std::uint32_t b) const { return still(a) && still(b); }

  /// Before detection: notes which bodies are slow for another h seconds, and wakes what lies on a body that
  /// has begun to move.
  void watch(const ResponseSettings& settings, double h);
  /// After detection: wakes what is touched by a body that is not still. Returns whether anything woke.
  bool wake_touched(std::span<const PairContacts> contacts);
  /// After the response: lays down the islands that may sleep, at no speed. `held` are bodies that a hand
  /// holds. Returns whether there were any.
  bool lay_down(const ResponseSettings& settings, std::span<const PairContacts> contacts,
                std::span<const std::uint32_t> held);

  /// Wakes a body with its island.
  void wake(std::uint32_t body);
  void wake_all();

  /// As numbers, for going back to a state; empty for all awake.
  void save(std::vector<double>& state) const;
  void restore(std::span<const double> state);

private:
  struct Rest {
    double slow_for = 0;      ///< s
    Pose first, middle;       ///< when that began, and half of sleep_after later
    std::int64_t island = -1; ///< its lowest body, while it is asleep
  };
  /// How fast a body was displaced in the two halves of the time for which it was slow, m/s.
  struct Displaced {
    double first, second;
  };
  /// What decides on an island.
  struct Island {
    bool awake = false;      ///< a body of it has not been slow for long enough, or is moved from outside
    bool held_still = false; ///< it lies on something still, or hangs from it
    bool displaced = false;  ///< a body of it too fast
    double first = 0, second = 0; ///< kg m²/s²: of its bodies, mass times squared speed of displacement
  };
  struct Support {
    std::uint32_t island, body; ///< the second is prescribed
  };
  bool still(std::uint32_t body) const {
    return bodies_[body]->asleep() ||
           (bodies_[body]->prescribed() && bodies_[body]->speed_bound(Vec3::Zero()) == 0);
  }
  void find_islands(std::span<const PairContacts> contacts);
  Displaced displaced(std::uint32_t body, const ResponseSettings& settings) const;
  void judge_islands(const ResponseSettings& settings, std::span<const PairContacts> contacts,
                     std::span<const std::uint32_t> held);
  bool sleeps(std::uint32_t body);

  std::span<Body* const> bodies_;
  std::vector<Rest> rest_;        ///< one a body
  std::vector<Support> supports_; ///< of islands that are asleep
  std::size_t asleep_ = 0;        ///< bodies

  UnionFind sets_;              ///< bodies by island
  std::vector<Island> islands_; ///< by their lowest body
};

} // namespace lamina
