#include "core/mesh/stuffing/cut_lattice.h"

#include "core/base/parallel.h"
#include "core/mesh/stuffing/one_sheet.h"

#include <algorithm>
#include <cmath>

namespace lamina::stuffing {

namespace {

/// A node this close to a cut, as a part of the edge, is moved onto it; so no cut is closer to a node that
/// stays. All dihedral angles of the stencils are then above 10.7° (Labelle and Shewchuk 2007, section 4).
constexpr double warp_long = 0.24999, warp_short = 0.41189;

/// Where cuts go that are closer to a node which has to stay. At the bound itself angles fell to 9.9°, and
/// here to 10.3° (measured on thousands of small bodies that cross).
constexpr double kept_long = 0.25, kept_short = 0.45;

/// Half sides of a cube: rounding may move a crossing beyond the end of its edge by so much.
constexpr double slack = 1e-6;

double least_distance(int direction) {
  return is_long(direction) ? warp_long : warp_short;
}

/// The event at which a line changes between the ends of an edge: the one next to its inner end. Of an edge
/// whose ends differ by rounding alone, the event nearest to it. Null for a line without any.
const LineEvent* find_event(std::span<const LineEvent> events, double from, double to, bool starts_inside) {
  const LineEvent* nearest = nullptr;
  double least = 0;
  const auto distance = [&](const LineEvent& e) { return std::max({from - e.at, e.at - to, 0.0}); };
  auto it = std::lower_bound(events.begin(), events.end(), from - slack,
                             [](const LineEvent& e, double at) { return e.at < at; });
  if (it != events.begin())
    --it;
  for (; it != events.end(); ++it) {
    const bool fits = distance(*it) <= slack && it->enters != starts_inside;
    if (fits && starts_inside)
      return &*it;
    if (fits || nearest == nullptr || distance(*it) < least) {
      nearest = &*it;
      least = distance(*it);
    }
    if (it->at > to + slack)
      break;
  }
  return nearest;
}

} // namespace

CutLattice::CutLattice(const BccLattice& lattice, std::span<const LatticeLines> lines, int threads)
    : lattice_(lattice) {
  find_signs(lines[0], threads);
  find_cuts(lines, threads);
}

void CutLattice::find_signs(const LatticeLines& rows, int threads) {
  signs_.assign(lattice_.node_count(), -1);
  parallel_for(rows.line_count(), threads, [&](std::size_t line) {
    const auto events = rows.events(line);
    const auto [y, z] = rows.lateral(line);
    for (std::size_t i = 0; i + 1 < events.size(); i += 2) {
      int x = static_cast<int>(std::ceil(events[i].at));
      x += (x ^ y) & 1;
      for (; x < events[i + 1].at; x += 2)
        signs_[lattice_.node_at({x, y, z})] = 1;
    }
  });
}

void CutLattice::find_cuts(std::span<const LatticeLines> lines, int threads) {
  const auto& counts = lattice_.counts();
  std::vector<std::vector<Cut>> layers(static_cast<std::size_t>(counts[2]));
  first_cut_.assign(lattice_.node_count() + 1, 0);

  const auto add_cuts = [&](std::uint32_t node, std::vector<Cut>& cuts) {
    for (int d = 0; d < static_cast<int>(directions.size()); ++d) {
      if (signs_[lattice_.neighbour(node, 2 * d)] == signs_[node])
        continue;
      const LatticeLines& along = lines[static_cast<std::size_t>(d)];
      const std::array<int, 3> at = lattice_.half_steps(node);
      const double from = along.along(at), length = is_long(d) ? 2 : 1;
      const LineEvent* event =
          find_event(along.events(along.line_of(at)), from, from + length, signs_[node] > 0);
      cuts.push_back({node, static_cast<std::uint8_t>(d), event ? event->triangle : 0,
                      event ? std::clamp((event->at - from) / length, 0.0, 1.0) : 0.5});
      ++first_cut_[node + 1];
    }
  };
  // Nothing is inside in the outermost ring of cubes, so no edge from it is cut.
  parallel_for(layers.size() - 2, threads, [&](std::size_t layer) {
    const int z = static_cast<int>(layer) + 1;
    for (int y = 1; y + 1 < counts[1]; ++y)
      for (int x = 1; x + 1 < counts[0]; ++x)
        for (int colour = 0; colour < 2; ++colour)
          add_cuts(lattice_.node(x, y, z, colour), layers[static_cast<std::size_t>(z)]);
  });
  for (const std::vector<Cut>& layer : layers)
    cuts_.insert(cuts_.end(), layer.begin(), layer.end());
  for (std::size_t n = 1; n < first_cut_.size(); ++n)
    first_cut_[n] += first_cut_[n - 1];
}

std::uint32_t CutLattice::cut_of(std::uint32_t node, int n) const {
  const std::uint32_t from = n % 2 == 0 ? node : lattice_.neighbour(node, n);
  std::uint32_t cut = first_cut_[from];
  while (cuts_[cut].direction != n / 2)
    ++cut;
  return cut;
}

Vec3 CutLattice::point(const Cut& cut, double at) const {
  const auto& d = directions[cut.direction];
  return lattice_.position(cut.node) + 0.5 * lattice_.cube() * at * Vec3(d[0], d[1], d[2]);
}

Vec3 CutLattice::position(const Cut& cut) const {
  const double least = least_distance(cut.direction), kept = is_long(cut.direction) ? kept_long : kept_short;
  return point(cut, cut.at < least ? kept : cut.at > 1 - least ? 1 - kept : cut.at);
}

Vec3 CutLattice::position(std::uint32_t node) const {
  if (signs_[node] != 0)
    return lattice_.position(node);
  const auto warped = std::lower_bound(warped_.begin(), warped_.end(), node,
                                       [](const WarpedNode& w, std::uint32_t n) { return w.node < n; });
  const Cut& cut = cuts_[warped->cut];
  return point(cut, cut.at);
}

void CutLattice::warp() {
  std::vector<bool> cut_nodes(signs_.size(), false);
  for (const Cut& cut : cuts_)
    cut_nodes[cut.node] = cut_nodes[lattice_.neighbour(cut.node, 2 * cut.direction)] = true;
  for (std::uint32_t node = 0; node < signs_.size(); ++node) {
    if (!cut_nodes[node])
      continue;
    double least = 1;
    WarpedNode warped{node, 0, signs_[node]};
    for (int n = 0; n < neighbour_count; ++n) {
      if (signs_[node] * signs_[lattice_.neighbour(node, n)] >= 0)
        continue;
      const std::uint32_t cut = cut_of(node, n);
      const double part = n % 2 == 0 ? cuts_[cut].at : 1 - cuts_[cut].at;
      const double distance = part * (is_long(n / 2) ? 1 : std::sqrt(0.75));
      if (part < least_distance(n / 2) && distance < least) {
        least = distance;
        warped.cut = cut;
      }
    }
    if (least < 1) {
      warped_.push_back(warped);
      signs_[node] = 0;
    }
  }
}

std::size_t CutLattice::part_sheets() {
  const std::size_t before = warped_.size();
  for (bool changed = true; changed;) {
    changed = false;
    for (const WarpedNode& warped : warped_)
      if (signs_[warped.node] == 0 && !is_one_sheet(*this, warped.node)) {
        signs_[warped.node] = warped.sign;
        changed = true;
      }
    std::erase_if(warped_, [this](const WarpedNode& w) { return signs_[w.node] != 0; });
  }
  return before - warped_.size();
}

} // namespace lamina::stuffing
