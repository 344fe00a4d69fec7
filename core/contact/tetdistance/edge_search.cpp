#include "core/contact/tetdistance/edge_search.h"

#include "core/base/parallel.h"
#include "core/contact/tetrahedra/tet_frame.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>

namespace lamina::tetdistance {

namespace {

/// Cells along one side of a grid at most, and tetrahedra that a thread takes at a time.
constexpr int most_cells = 64;
constexpr std::uint32_t tetrahedra_a_share = 4096;
/// The cells of a grid over the mean side of the box of a tetrahedron.
constexpr double cell_over_side = 1.2;

const Vec3 shift_of_edges = 1e-9 * Vec3(0.5641, -0.3217, 0.7604);

Box box_of(const Solid& solid, const Tetrahedron& t) {
  Box box;
  for (const std::uint32_t node : t)
    box.include(solid.nodes[node]);
  return box;
}

/// m, from some hundred tetrahedra, spread evenly.
double mean_side(const Solid& solid) {
  const std::size_t step = solid.tetrahedra.size() / 256 + 1;
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < solid.tetrahedra.size(); i += step)
    if (const double side = box_of(solid, solid.tetrahedra[i]).size().mean(); std::isfinite(side)) {
      sum += side;
      ++count;
    }
  return count > 0 ? sum / count : 0;
}

Vec3 along(const Vec3& a, const Vec3& way, float share) {
  return a + static_cast<double>(share) * way;
}

/// The stretch of a segment within a box; false if there is none.
bool clip_to_box(const Vec3& a, const Vec3& way, const Box& box, double& from, double& to) {
  from = 0;
  to = 1;
  for (int k = 0; k < 3; ++k) {
    if (way[k] == 0) {
      if (!(a[k] >= box.min[k] && a[k] <= box.max[k]))
        return false;
      continue;
    }
    const double t0 = (box.min[k] - a[k]) / way[k], t1 = (box.max[k] - a[k]) / way[k];
    from = std::max(from, std::min(t0, t1));
    to = std::min(to, std::max(t0, t1));
  }
  return from <= to;
}

/// The stretch of a segment within a tetrahedron, from the weights of its ends.
bool clip_to_tet(const tetrahedra::TetWeights& a, const tetrahedra::TetWeights& b, double& from, double& to) {
  for (std::size_t i = 0; i < 4; ++i) {
    if (a[i] < 0 && b[i] < 0)
      return false;
    const double change = b[i] - a[i];
    if (change > 0)
      from = std::max(from, -a[i] / change);
    else if (change < 0)
      to = std::min(to, -a[i] / change);
    else if (a[i] < 0)
      return false;
  }
  return from < to;
}

constexpr std::array<std::uint32_t, 2> no_nodes{};

std::array<std::uint32_t, 2> nodes_of(const Solid& solid, const SurfaceEdge& edge) {
  return {solid.node_of_vertex[edge.vertex[0]], solid.node_of_vertex[edge.vertex[1]]};
}

bool share_a_node(const std::array<std::uint32_t, 2>& edge, const Tetrahedron& t) {
  bool shared = false;
  for (const std::uint32_t node : t)
    shared |= (node == edge[0]) | (node == edge[1]);
  return shared;
}

/// Where an edge was cut within a tetrahedron, both pieces become one.
void sort_and_join(std::vector<EdgePiece>& pieces) {
  std::sort(pieces.begin(), pieces.end(), [](const EdgePiece& p, const EdgePiece& q) {
    return std::tie(p.edge, p.from, p.to, p.tetrahedron) < std::tie(q.edge, q.from, q.to, q.tetrahedron);
  });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const EdgePiece piece = pieces[i];
    if (kept > 0 && pieces[kept - 1].edge == piece.edge &&
        pieces[kept - 1].tetrahedron == piece.tetrahedron && piece.from <= pieces[kept - 1].to)
      pieces[kept - 1].to = std::max(pieces[kept - 1].to, piece.to);
    else
      pieces[kept++] = piece;
  }
  pieces.resize(kept);
}

} // namespace

Eigen::Array3i EdgeSearch::Grid::cell_of(const Vec3& place) const {
  const Eigen::Array3d at = (place - region.min).array() * per_cell;
  return at.max(0.0).min((cells - 1).cast<double>()).cast<int>();
}

EdgeSearch::Four::Four() {
  constexpr float nowhere = std::numeric_limits<float>::infinity();
  low.fill(Eigen::Array4f::Constant(nowhere));
  high.fill(Eigen::Array4f::Constant(-nowhere));
}

void EdgeSearch::Four::put(std::uint32_t slot, const bvh::FloatBox& box) {
  for (std::size_t k = 0; k < 3; ++k) {
    low[k][slot] = box.low[k];
    high[k][slot] = box.high[k];
  }
}

std::uint32_t EdgeSearch::Four::overlapping(const bvh::FloatBox& box) const {
  Eigen::Array4f gap = (low[0] - box.high[0]).max(box.low[0] - high[0]);
  for (std::size_t k = 1; k < 3; ++k)
    gap = gap.max(low[k] - box.high[k]).max(box.low[k] - high[k]);
  return (gap[0] <= 0 ? 1u : 0u) | (gap[1] <= 0 ? 2u : 0u) | (gap[2] <= 0 ? 4u : 0u) |
         (gap[3] <= 0 ? 8u : 0u);
}

std::size_t EdgeSearch::Grid::index(int x, int y, int z) const {
  return static_cast<std::size_t>((z * cells[1] + y) * cells[0] + x);
}

void EdgeSearch::lay_grid(const EdgeQuery& query, Grid& grid) {
  grid.listed.clear();
  grid.region = query.edges->surface().bounds.intersection(query.bounds);
  grid.cells.setZero();
  const double side = cell_over_side * mean_side(*query.solid);
  const double size = query.bounds.size().maxCoeff();
  if (grid.region.empty() || !grid.region.size().allFinite() || !std::isfinite(size) || !(side > 0))
    return;
  grid.shift = size * shift_of_edges;
  // What is shifted stays within.
  grid.region.min.array() -= 1e-8 * size;
  grid.region.max.array() += 1e-8 * size;
  grid.per_cell = 1 / std::max(side, grid.region.size().maxCoeff() / most_cells);
  grid.cells = (grid.region.size() * grid.per_cell).array().ceil().cast<int>().max(1);
  list_parts(query, grid);
  if (grid.listed.empty())
    return;
  sort_parts(grid);
  find_sides(query.solid->nodes, grid);
}

void EdgeSearch::find_sides(std::span<const Vec3> nodes, Grid& grid) {
  grid.sides.resize(nodes.size());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    unsigned beyond = 0;
    for (int axis = 0; axis < 3; ++axis)
      beyond |= (nodes[n][axis] < grid.region.min[axis] ? 1u : 0u) << (2 * axis) |
                (nodes[n][axis] > grid.region.max[axis] ? 2u : 0u) << (2 * axis);
    grid.sides[n] = static_cast<std::uint8_t>(beyond);
  }
}

void EdgeSearch::list_parts(const EdgeQuery& query, Grid& grid) {
  const std::vector<Vec3>& positions = query.edges->surface().positions;
  const std::vector<SurfaceEdge>& edges = query.edges->edges();
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const Vec3 a = positions[edges[e].vertex[0]] + grid.shift;
    const Vec3 way = positions[edges[e].vertex[1]] - positions[edges[e].vertex[0]];
    double from, to;
    if (!way.allFinite() || !clip_to_box(a, way, grid.region, from, to))
      continue;
    const std::array<std::uint32_t, 2> nodes = query.self ? nodes_of(*query.solid, edges[e]) : no_nodes;
    const int count = static_cast<int>(std::ceil((to - from) * way.norm() * grid.per_cell)) + 1;
    float end = static_cast<float>(from);
    for (int k = 1; k <= count; ++k) {
      const float begin = end;
      end = k < count ? static_cast<float>(from + (to - from) * k / count) : static_cast<float>(to);
      Box box;
      box.include(along(a, way, begin));
      box.include(along(a, way, end));
      const Eigen::Array3i cell = grid.cell_of(box.min);
      grid.listed.push_back({e, begin, end, static_cast<std::uint32_t>(grid.index(cell[0], cell[1], cell[2])),
                             nodes, bvh::rounded_outwards(box)});
    }
  }
}

void EdgeSearch::sort_parts(Grid& grid) {
  const auto in_row = static_cast<std::size_t>(grid.cells[0]);
  grid.ends.assign(grid.index(0, 0, grid.cells[2]), 0);
  for (const Part& part : grid.listed)
    ++grid.ends[part.cell];
  grid.next.resize(grid.ends.size());
  std::uint32_t end = 0;
  for (std::size_t cell = 0; cell < grid.ends.size(); ++cell) {
    if (cell % in_row == 0)
      end = (end + 3) / 4 * 4;
    grid.next[cell] = end;
    end = grid.ends[cell] += end;
  }
  grid.parts.resize(end);
  grid.fours.assign((end + 3) / 4, Four());
  for (const Part& part : grid.listed) {
    const std::uint32_t at = grid.next[part.cell]++;
    grid.parts[at] = part;
    grid.fours[at / 4].put(at % 4, part.box);
  }
}

/// Calls visit(part) for each part whose box overlaps this one, once. A part covers its cell and the next one
/// along each axis at most.
template <class Visit>
void EdgeSearch::Grid::for_each_part(const Box& box, const Visit& visit) const {
  const Eigen::Array3i low = (cell_of(box.min) - 1).max(0), high = cell_of(box.max);
  const bvh::FloatBox around = bvh::rounded_outwards(box);
  for (int z = low[2]; z <= high[2]; ++z)
    for (int y = low[1]; y <= high[1]; ++y) {
      // The fours of a row of cells, with some of the cells beside them.
      const std::size_t first = index(low[0], y, z);
      const std::uint32_t begin = first == 0 ? 0 : ends[first - 1], end = ends[index(high[0], y, z)];
      for (std::uint32_t four = low[0] == 0 ? (begin + 3) / 4 : begin / 4; 4 * four < end; ++four)
        for (std::uint32_t hit = fours[four].overlapping(around); hit != 0; hit &= hit - 1)
          visit(parts[4 * four + static_cast<std::uint32_t>(std::countr_zero(hit))]);
    }
}

void EdgeSearch::look(const EdgeQuery& query, const Grid& grid, Share& share) {
  share.found.clear();
  const Solid& solid = *query.solid;
  const std::vector<Vec3>& positions = query.edges->surface().positions;
  for (std::uint32_t t = share.begin; t < share.end; ++t) {
    const Tetrahedron& tetrahedron = solid.tetrahedra[t];
    if (grid.sides[tetrahedron[0]] & grid.sides[tetrahedron[1]] & grid.sides[tetrahedron[2]] &
        grid.sides[tetrahedron[3]])
      continue;
    const Box box = box_of(solid, tetrahedron);
    if (!box.overlaps(grid.region))
      continue;
    std::optional<tetrahedra::TetFrame> frame;
    grid.for_each_part(box, [&](const Part& part) {
      if (query.self && share_a_node(part.nodes, tetrahedron))
        return;
      if (!frame)
        frame.emplace(solid.nodes, tetrahedron);
      if (!frame->usable())
        return;
      const SurfaceEdge& edge = query.edges->edges()[part.edge];
      const Vec3 a = positions[edge.vertex[0]] + grid.shift, b = positions[edge.vertex[1]] + grid.shift;
      double from = part.from, to = part.to;
      if (clip_to_tet(frame->weights(a), frame->weights(b), from, to))
        share.found.push_back({part.edge, t, from, to});
    });
  }
}

void EdgeSearch::find(std::span<const EdgeQuery> queries, int threads,
                      std::vector<std::vector<EdgePiece>>& found) {
  found.resize(queries.size());
  grids_.resize(std::max(grids_.size(), queries.size()));
  parallel_for(queries.size(), threads, [&](std::size_t q) { lay_grid(queries[q], grids_[q]); });
  std::size_t count = 0;
  for (std::size_t q = 0; q < queries.size(); ++q) {
    const auto tetrahedra = static_cast<std::uint32_t>(queries[q].solid->tetrahedra.size());
    for (std::uint32_t t = 0; !grids_[q].listed.empty() && t < tetrahedra; t += tetrahedra_a_share) {
      if (count == shares_.size())
        shares_.emplace_back();
      shares_[count].query = q;
      shares_[count].begin = t;
      shares_[count++].end = std::min(t + tetrahedra_a_share, tetrahedra);
    }
  }
  parallel_for(count, threads,
               [&](std::size_t i) { look(queries[shares_[i].query], grids_[shares_[i].query], shares_[i]); });
  for (auto& list : found)
    list.clear();
  for (std::size_t i = 0; i < count; ++i)
    found[shares_[i].query].insert(found[shares_[i].query].end(), shares_[i].found.begin(),
                                   shares_[i].found.end());
  parallel_for(queries.size(), threads, [&](std::size_t q) { sort_and_join(found[q]); });
}

} // namespace lamina::tetdistance
