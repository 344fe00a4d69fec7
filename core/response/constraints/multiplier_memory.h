#pragma once

#include "core/response/constraints/pair_constraints.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace lamina {

/// What the cells of the last step pressed with: where the next one begins. It is kept as pressure, so that
/// a cell whose area changes takes its share. Pieces of a body that meet one by one are kept one by one.
/// Where a body broke they have other numbers, and some begin with the pressure of another.
class MultiplierMemory {
public:
  /// Gives each cell of a pair the guess of the nearest cell of the last step, seen from the middle of the
  /// pair, within Coulomb's cone; nothing where the pair is new. `h`: s.
  void guess(PairConstraints& pair, double h) const;

  /// The normal force (N) between two whole bodies in the last step; 0 if they did not touch.
  double load(const std::array<std::uint32_t, 2>& body) const;

  /// Keeps the impulses of a step of h seconds, and where the cells of rigid bodies are after the motion of
  /// it. What is known of bodies that are asleep stays.
  void keep(std::span<const PairConstraints> pairs, std::span<Body* const> bodies, const BlockVector& motion,
            double h);

  /// Calls visit(body, cells, touching) for pairs of rigid bodies: where the last step left their cells.
  /// Cells that slid further than they are wide are left out, and so are those of pairs that were lost in the
  /// last step. `touching`: the pair is one of keep_touching(), and was not found yet.
  template <class Visit>
  void for_each_last(const Visit& visit) const {
    for (const auto& [key, pair] : pairs_)
      if (!pair.last.empty())
        visit(key.body, std::span<const LastCell>(pair.last), pair.touching);
  }

  /// Takes cells of two rigid bodies that touch as a run begins.
  void keep_touching(const std::array<std::uint32_t, 2>& body, std::vector<LastCell> cells);

  void clear() { pairs_.clear(); }

  /// As numbers, for going back to a state.
  void save(std::vector<double>& state) const;
  void restore(std::span<const double> state);

private:
  /// Of a cell: where it was from the middle of the pair (m), and pressures along the normal and in the
  /// world along the tangents (Pa), and about the normal (Pa m).
  struct Kept {
    Vec3 place;
    double normal;
    Vec3 sliding;
    double turning;
  };
  /// Whose cells they are, in order.
  struct Key {
    std::array<std::uint32_t, 2> body, piece{};
    auto operator<=>(const Key&) const = default;
  };
  struct Pair {
    double load = 0; ///< N
    bool touching = false;
    std::vector<Kept> cells;
    std::vector<LastCell> last;
  };
  static Key key_of(const PairConstraints& pair) { return {pair.body(), pair.piece()}; }
  static void find_last(const PairConstraints& pair, const BlockVector& motion, double h,
                        std::vector<LastCell>& last);

  std::map<Key, Pair> pairs_;
};

} // namespace lamina
