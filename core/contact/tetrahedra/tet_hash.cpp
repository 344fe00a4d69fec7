#include "core/contact/tetrahedra/tet_hash.h"

#include "core/base/parallel.h"

#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

namespace lamina::tetrahedra {

namespace {

constexpr std::uint32_t no_side = ~std::uint32_t{0};
constexpr std::size_t tetrahedra_a_share = 4096;
/// Cells along an axis at most: what is far apart shares larger ones.
constexpr float most_cells = 1 << 18;
/// Tetrahedra of a body whose boxes are measured for the size of cells.
constexpr std::size_t measured_tetrahedra = 1024;

/// Rounding keeps the order of numbers: a point within a box is so after rounding, too.
Eigen::Array4f rounded(const Vec3& p) {
  return {static_cast<float>(p.x()), static_cast<float>(p.y()), static_cast<float>(p.z()), 0.0f};
}

bool is_finite(const Eigen::Array4f& p) {
  return std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
}

constexpr int any_row = -1;

// The sign of a difference tells which number is greater. Comparisons one by one would be branches.
bool lies_between(const Eigen::Array4f& at, const Eigen::Array4f& low, const Eigen::Array4f& high) {
  return (at - low).min(high - at).minCoeff() >= 0;
}

} // namespace

void TetHash::FloatBox::clear() {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  low = {infinity, infinity, infinity, 0};
  high = -low;
}

bool TetHash::FloatBox::empty() const {
  return !(low[0] <= high[0] && low[1] <= high[1] && low[2] <= high[2]);
}

void TetHash::FloatBox::include(const FloatBox& other) {
  low = low.min(other.low);
  high = high.max(other.high);
}

bool TetHash::FloatBox::overlaps(const FloatBox& other) const {
  return (other.high - low).min(high - other.low).minCoeff() >= 0;
}

void TetHash::find(const TetHashInput& input, std::vector<PointInTet>& found) {
  found.clear();
  places_.clear();
  owners_.clear();
  skipped_ = 0;
  share_count_ = 0;
  take_bodies(input);
  take_sides(input);
  if (!lay_grid(input))
    return;
  sort_points(input);
  cut_into_shares(input);
  parallel_for(share_count_, input.threads, [&](std::size_t i) { look(input, shares_[i]); });
  gather(input, found);
}

/// Rounds the nodes of bodies in pairs, and measures them.
void TetHash::take_bodies(const TetHashInput& input) {
  used_.clear();
  for (const BodyPair& pair : input.pairs) {
    used_.push_back(pair.a);
    used_.push_back(pair.b);
  }
  std::sort(used_.begin(), used_.end());
  used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
  bodies_.resize(std::max(bodies_.size(), input.solids.size()));
  parallel_for(used_.size(), input.threads, [&](std::size_t i) {
    Hashed& body = bodies_[used_[i]];
    const Solid& solid = input.solids[used_[i]];
    for (FloatBox* box : {&body.node_box, &body.point_box, &body.wanted_points, &body.wanted_tetrahedra})
      box->clear();
    body.finite = true;
    body.nodes.resize(solid.tetrahedra.empty() ? 0 : solid.nodes.size());
    for (std::size_t n = 0; n < body.nodes.size(); ++n) {
      body.nodes[n] = rounded(solid.nodes[n]);
      if (is_finite(body.nodes[n]))
        body.node_box.include({body.nodes[n], body.nodes[n]});
      else
        body.finite = false;
    }
    for (const Vec3& position : input.points[used_[i]].positions)
      if (const Float4 p = rounded(position); is_finite(p))
        body.point_box.include({p, p});
    measure_sides(solid, body);
  });
}

TetHash::FloatBox TetHash::Hashed::box_of(const Tetrahedron& t) const {
  const Float4 &p = nodes[t[0]], &q = nodes[t[1]], &r = nodes[t[2]], &s = nodes[t[3]];
  return {p.min(q).min(r.min(s)), p.max(q).max(r.max(s))};
}

bool TetHash::Hashed::holds_numbers(const Tetrahedron& t) const {
  return finite || std::all_of(t.begin(), t.end(), [this](auto node) { return is_finite(nodes[node]); });
}

void TetHash::measure_sides(const Solid& solid, Hashed& body) {
  body.sum_of_sides = 0;
  body.sides = 0;
  const std::size_t step = 1 + solid.tetrahedra.size() / measured_tetrahedra;
  for (std::size_t t = 0; t < solid.tetrahedra.size(); t += step) {
    if (!body.holds_numbers(solid.tetrahedra[t]))
      continue;
    const FloatBox box = body.box_of(solid.tetrahedra[t]);
    body.sum_of_sides += static_cast<double>((box.high - box.low).sum()) / 3;
    ++body.sides;
  }
}

/// Who may meet whom, and where.
void TetHash::take_sides(const TetHashInput& input) {
  sides_.clear();
  for (std::uint32_t p = 0; p < input.pairs.size(); ++p) {
    const BodyPair& pair = input.pairs[p];
    for (std::uint32_t side = 0; side < (pair.with_itself() ? 1 : 2); ++side) {
      const std::uint32_t points = side == 0 ? pair.a : pair.b, tetrahedra = side == 0 ? pair.b : pair.a;
      Hashed &of_points = bodies_[points], &of_tetrahedra = bodies_[tetrahedra];
      if (pair.with_itself() && input.points[points].nodes.empty())
        continue;
      const FloatBox overlap{of_points.point_box.low.max(of_tetrahedra.node_box.low),
                             of_points.point_box.high.min(of_tetrahedra.node_box.high)};
      if (overlap.empty())
        continue;
      of_points.wanted_points.include(overlap);
      of_tetrahedra.wanted_tetrahedra.include(overlap);
      sides_.push_back({points, tetrahedra, p, side});
    }
  }
  std::sort(sides_.begin(), sides_.end(), [](const Side& p, const Side& q) {
    return std::tie(p.tetrahedra, p.pair, p.side) < std::tie(q.tetrahedra, q.pair, q.side);
  });
}

/// False if there is nothing to look for.
bool TetHash::lay_grid(const TetHashInput& input) {
  FloatBox all;
  all.clear();
  double sum = 0;
  std::size_t count = 0, body = no_side;
  for (const Side& side : sides_) {
    all.include(bodies_[side.points].wanted_points);
    if (side.tetrahedra == body)
      continue;
    body = side.tetrahedra;
    const auto share = static_cast<double>(input.solids[body].tetrahedra.size());
    if (bodies_[body].sides > 0)
      sum += share * bodies_[body].sum_of_sides / static_cast<double>(bodies_[body].sides);
    count += input.solids[body].tetrahedra.size();
  }
  cell_ = 0;
  if (sides_.empty() || all.empty())
    return false;
  const float widest = (all.high - all.low).head<3>().maxCoeff();
  float cell = static_cast<float>(input.cell * sum / static_cast<double>(count));
  cell = std::max({cell, widest / most_cells, 1e-30f});
  low_ = all.low;
  per_cell_ = 1 / cell;
  if (!std::isfinite(per_cell_) || !std::isfinite(widest * per_cell_))
    return false;
  last_ = ((all.high - low_) * per_cell_).floor();
  last_[3] = 0;
  cell_ = static_cast<double>(cell);
  origin_ = low_.head<3>().matrix().cast<double>();
  return true;
}

void TetHash::sort_points(const TetHashInput& input) {
  unsorted_places_.clear();
  unsorted_owners_.clear();
  for (const std::uint32_t body : used_) {
    const FloatBox& wanted = bodies_[body].wanted_points;
    if (wanted.empty())
      continue;
    const std::span<const Vec3> positions = input.points[body].positions;
    for (std::uint32_t i = 0; i < positions.size(); ++i) {
      const Float4 p = rounded(positions[i]);
      if (!wanted.overlaps({p, p}))
        continue;
      unsorted_places_.push_back(p);
      unsorted_owners_.push_back({body, i});
    }
  }
  const std::size_t count = unsorted_owners_.size();
  const std::size_t rows = std::bit_ceil(std::max<std::size_t>(4 * count, 64));
  row_mask_ = static_cast<std::uint32_t>(rows - 1);
  first_.assign(rows + static_cast<std::size_t>(last_[0]) + 2, 0);
  cells_.clear();
  for (const Float4& at : unsorted_places_) {
    cells_.push_back(row(cell_of(at, 1), cell_of(at, 2)) + cell_of(at, 0));
    ++first_[cells_.back() + 1];
  }
  for (std::size_t i = 1; i < first_.size(); ++i)
    first_[i] += first_[i - 1];
  places_.resize(count);
  owners_.resize(count);
  // Each cell's start moves to its end, which is the next one's start.
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t at = first_[cells_[i]]++;
    places_[at] = unsorted_places_[i];
    owners_[at] = unsorted_owners_[i];
  }
  for (std::size_t i = first_.size() - 1; i > 0; --i)
    first_[i] = first_[i - 1];
  first_[0] = 0;
}

void TetHash::cut_into_shares(const TetHashInput& input) {
  for (std::size_t first = 0, last; first < sides_.size(); first = last) {
    const std::uint32_t body = sides_[first].tetrahedra;
    for (last = first; last < sides_.size() && sides_[last].tetrahedra == body;)
      ++last;
    const std::size_t count = input.solids[body].tetrahedra.size();
    for (std::size_t begin = 0; begin < count; begin += tetrahedra_a_share) {
      if (share_count_ == shares_.size())
        shares_.emplace_back();
      Share& share = shares_[share_count_++];
      share.body = body;
      share.begin = begin;
      share.end = std::min(count, begin + tetrahedra_a_share);
      share.first_side = first;
      share.last_side = last;
    }
  }
}

bool TetHash::is_in_row(const Float4& at, int y, int z) const {
  return y == any_row ||
         (cell_of(at, 1) == static_cast<std::uint32_t>(y) && cell_of(at, 2) == static_cast<std::uint32_t>(z));
}

/// Calls visit(index, y, z) for the points in a box, by the row of cells that they were found in; in no row
/// where there are fewer points than rows. One may be found in a row that it is not in.
template <class Visit>
void TetHash::visit_points(const FloatBox& box, const Visit& visit) const {
  const auto cells = [&](const Float4& corner) -> Eigen::Array4i {
    return ((corner - low_) * per_cell_).max(0.0f).min(last_).template cast<int>();
  };
  const Eigen::Array4i from = cells(box.low), to = cells(box.high);
  const auto visit_stretch = [&](std::uint32_t begin, std::uint32_t end, int y, int z) {
    for (std::uint32_t i = begin; i < end; ++i)
      if (lies_between(places_[i], box.low, box.high))
        visit(i, y, z);
  };
  const auto rows =
      static_cast<std::size_t>(to[1] - from[1] + 1) * static_cast<std::size_t>(to[2] - from[2] + 1);
  if (rows > owners_.size())
    return visit_stretch(0, static_cast<std::uint32_t>(owners_.size()), any_row, any_row);
  for (int z = from[2]; z <= to[2]; ++z)
    for (int y = from[1]; y <= to[1]; ++y) {
      const std::uint32_t start = row(static_cast<std::uint32_t>(y), static_cast<std::uint32_t>(z));
      visit_stretch(first_[start + static_cast<std::uint32_t>(from[0])],
                    first_[start + static_cast<std::uint32_t>(to[0]) + 1], y, z);
    }
}

/// Calls visit(t, box, side_of_body) for the tetrahedra of a share that may hold something. The last is the
/// side that points of a body are wanted for, by body.
template <class Visit>
void TetHash::visit_tetrahedra(const TetHashInput& input, const Share& share, const Visit& visit) const {
  thread_local std::vector<std::uint32_t> kept;
  kept.resize(std::max(kept.size(), input.solids.size()), no_side);
  const std::span<std::uint32_t> side_of_body = kept;
  for (std::size_t s = share.first_side; s < share.last_side; ++s)
    side_of_body[sides_[s].points] = static_cast<std::uint32_t>(s);
  const Hashed& body = bodies_[share.body];
  const Solid& solid = input.solids[share.body];
  for (auto t = static_cast<std::uint32_t>(share.begin); t < share.end; ++t) {
    const FloatBox box = body.box_of(solid.tetrahedra[t]);
    if (box.overlaps(body.wanted_tetrahedra) && body.holds_numbers(solid.tetrahedra[t]))
      visit(t, box, side_of_body);
  }
  for (std::size_t s = share.first_side; s < share.last_side; ++s)
    side_of_body[sides_[s].points] = no_side;
}

void TetHash::look(const TetHashInput& input, Share& share) const {
  share.found.clear();
  share.skipped = 0;
  const Solid& solid = input.solids[share.body];
  const std::span<const std::uint32_t> own_nodes = input.points[share.body].nodes;
  visit_tetrahedra(input, share, [&](std::uint32_t t, const FloatBox& box, auto side_of_body) {
    const Tetrahedron& nodes = solid.tetrahedra[t];
    std::optional<TetFrame> frame;
    visit_points(box, [&](std::uint32_t i, int y, int z) {
      const Owner& owner = owners_[i];
      const std::uint32_t s = side_of_body[owner.body];
      if (s == no_side || (owner.body == share.body && is_node_of(own_nodes[owner.point], nodes)))
        return;
      if (!frame) {
        frame.emplace(solid.nodes, nodes);
        share.skipped += !frame->usable();
      }
      if (!frame->usable())
        return;
      const TetWeights weights = frame->weights(input.points[owner.body].positions[owner.point]);
      if (is_inside(weights) && is_in_row(places_[i], y, z))
        share.found.push_back({sides_[s].pair, sides_[s].side, owner.point, t, weights});
    });
  });
}

std::vector<HashCell> TetHash::candidates(const TetHashInput& input,
                                          std::span<const PointInTet> found) const {
  struct Counts {
    std::uint32_t candidates = 0, found = 0;
  };
  std::map<std::array<std::uint32_t, 3>, Counts> counts;
  for (const Share& share : std::span(shares_).first(share_count_)) {
    const std::span<const std::uint32_t> own_nodes = input.points[share.body].nodes;
    visit_tetrahedra(input, share, [&](std::uint32_t t, const FloatBox& box, auto side_of_body) {
      const Tetrahedron& nodes = input.solids[share.body].tetrahedra[t];
      visit_points(box, [&](std::uint32_t i, int y, int z) {
        const Owner& owner = owners_[i];
        const bool own = owner.body == share.body && is_node_of(own_nodes[owner.point], nodes);
        if (side_of_body[owner.body] != no_side && !own && is_in_row(places_[i], y, z))
          ++counts[cell_of(places_[i])].candidates;
      });
    });
  }
  for (const PointInTet& hit : found) {
    const BodyPair& pair = input.pairs[hit.pair];
    ++counts[cell_of(rounded(input.points[hit.side == 0 ? pair.a : pair.b].positions[hit.point]))].found;
  }
  std::vector<HashCell> cells;
  for (const auto& [place, count] : counts)
    cells.push_back({origin_ + cell_ * Vec3(place[0], place[1], place[2]), count.candidates, count.found});
  return cells;
}

/// Shares are in the order of tetrahedra, so that a stable sort by pair, side and point is all.
void TetHash::gather(const TetHashInput& input, std::vector<PointInTet>& found) {
  group_ends_.assign(2 * input.pairs.size() + 1, 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < share_count_; ++i) {
    skipped_ += shares_[i].skipped;
    count += shares_[i].found.size();
    for (const PointInTet& hit : shares_[i].found)
      ++group_ends_[2 * hit.pair + hit.side + 1];
  }
  for (std::size_t g = 1; g < group_ends_.size(); ++g)
    group_ends_[g] += group_ends_[g - 1];
  grouped_.resize(count);
  order_.resize(count);
  for (std::size_t i = 0; i < share_count_; ++i)
    for (const PointInTet& hit : shares_[i].found) {
      const std::uint32_t at = group_ends_[2 * hit.pair + hit.side]++;
      grouped_[at] = hit;
      order_[at] = std::uint64_t{hit.point} << 32 | at;
    }
  found.resize(count);
  parallel_for(2 * input.pairs.size(), input.threads, [&](std::size_t g) {
    const std::uint32_t begin = g == 0 ? 0 : group_ends_[g - 1], end = group_ends_[g];
    std::sort(order_.begin() + begin, order_.begin() + end);
    for (std::uint32_t i = begin; i < end; ++i)
      found[i] = grouped_[static_cast<std::uint32_t>(order_[i])];
  });
}

} // namespace lamina::tetrahedra
