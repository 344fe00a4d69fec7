#include "core/contact/proximity/pair_search.h"

#include "core/contact/proximity/swept.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace lamina::proximity {

namespace {

/// Also where they are two sides of one place of cloth.
bool shares_corner(const PlacedFeatures& surface, std::uint32_t triangle, std::uint32_t vertex) {
  const auto [a, b, c] = (*surface.triangles)[triangle];
  const std::uint32_t node = surface.node(vertex);
  return surface.node(a) == node || surface.node(b) == node || surface.node(c) == node;
}

/// A triangle as the ones that it is paired with see it: its plane and size, and the box of its way.
class Face {
public:
  /// Without places of the last step it has no way.
  Face(const PlacedFeatures& surface, std::span<const Vec3> before) : surface_(surface), before_(before) {}

  /// Many pairs in turn have the same triangle.
  void go_to(std::uint32_t triangle) {
    if (triangle == triangle_)
      return;
    triangle_ = triangle;
    const Vec3 &p = surface_.corner(triangle, 0), &q = surface_.corner(triangle, 1),
               &r = surface_.corner(triangle, 2);
    const Vec3 pq = q - p, pr = r - p;
    normal_ = pq.cross(pr);
    normal_squared_ = normal_.squaredNorm();
    longest_squared_ = std::max({pq.squaredNorm(), pr.squaredNorm(), (r - q).squaredNorm()});
    if (!before_.empty())
      find_way();
  }

  /// Whether the two may have touched since the last step.
  bool may_have_met(const Face& other) const { return way_.overlaps(other.way_); }

  /// Whether the other triangle lies wholly on one side of this one's plane and farther from it than the root
  /// of `most_squared`.
  bool is_off(const Face& other, double most_squared) const {
    const Vec3& origin = surface_.corner(triangle_, 0);
    const auto along = [&](std::size_t k) {
      return (other.surface_.corner(other.triangle_, k) - origin).dot(normal_);
    };
    const double p = along(0), q = along(1), r = along(2);
    const double nearest = std::max(std::min({p, q, r}), -std::max({p, q, r}));
    return nearest > 0 && nearest * nearest > most_squared * normal_squared_;
  }
  /// Whether a point certainly lies farther from the triangle than `most`: outside of its box, so much wider
  /// and a little more, for rounding.
  bool is_far(const Vec3& point, double most) const {
    const Vec3 &p = surface_.corner(triangle_, 0), &q = surface_.corner(triangle_, 1),
               &r = surface_.corner(triangle_, 2);
    for (Eigen::Index k = 0; k < 3; ++k) {
      const double low = std::min({p[k], q[k], r[k]}), high = std::max({p[k], q[k], r[k]});
      const double wider = most + 1e-9 * (most + high - low);
      if (point[k] > high + wider || point[k] < low - wider)
        return true;
    }
    return false;
  }
  std::uint32_t triangle() const { return triangle_; }
  bool keeps_vertices() const { return surface_.features->keeps_vertices(triangle_); }
  double longest_squared() const { return longest_squared_; }

private:
  void find_way() {
    way_ = {};
    for (const std::uint32_t corner : (*surface_.triangles)[triangle_]) {
      way_.include(before_[corner]);
      way_.include(surface_.positions[corner]);
    }
    // Wider than what counts as met beyond the ends of features (swept.cpp), and than rounding.
    const double spare = 1e-5 * way_.size().sum();
    way_.min.array() -= spare;
    way_.max.array() += spare;
  }

  PlacedFeatures surface_;
  std::span<const Vec3> before_;
  Box way_;
  std::uint32_t triangle_ = no_index;
  Vec3 normal_ = Vec3::Zero();
  double normal_squared_ = 0, longest_squared_ = 0;
};

/// The vertices that one triangle looks after against the other triangle, which these may have gone through.
void vertices_against_face(const SurfacePair& pair, int side, std::uint32_t keeper, const Face& face,
                           bool may_have_met, std::vector<FeaturePair>& found) {
  const PlacedFeatures of_vertex = (side == 0 ? pair.a : pair.b)->placed();
  const PlacedFeatures of_face = (side == 0 ? pair.b : pair.a)->placed();
  const std::span<const Vec3> before_v = (side == 0 ? pair.a : pair.b)->vertex_positions().before;
  const std::span<const Vec3> before_f = (side == 0 ? pair.b : pair.a)->vertex_positions().before;
  const double most = pair.reach.most();
  // Either side of a node stands against something solid alike: the front does for both.
  if (!of_face.sheet && of_vertex.is_back_triangle(keeper))
    return;
  for (int k = 0; k < 3; ++k) {
    if (!of_vertex.features->keeps_vertex(keeper, k))
      continue;
    const std::uint32_t vertex = (*of_vertex.triangles)[keeper][static_cast<std::size_t>(k)];
    if (pair.self() && shares_corner(of_face, face.triangle(), vertex))
      continue;
    const auto add = [&](std::optional<FeaturePair> hit) {
      if (!hit)
        return;
      hit->side = static_cast<std::uint8_t>(pair.self() ? 0 : side);
      found.push_back(*hit);
    };
    if (!face.is_far(of_vertex.positions[vertex], most))
      add(vertex_against_face(of_vertex, vertex, of_face, face.triangle(), pair.reach,
                              pair.self() && !of_vertex.sheet ? self_facing : 0));
    if (may_have_met)
      add(vertex_through_face(of_vertex, before_v, vertex, of_face, before_f, face.triangle()));
  }
}

bool share_end(const Edge& a, const Edge& b) {
  return a.vertex[0] == b.vertex[0] || a.vertex[0] == b.vertex[1] || a.vertex[1] == b.vertex[0] ||
         a.vertex[1] == b.vertex[1];
}

/// Whether no edge of one triangle comes as near to one of the other as edges may be: edges reach less deep
/// than vertices do, and most triangles that are near enough for those need not be asked.
bool edges_are_apart(const Face& a, const Face& b, const Reach& reach) {
  // A little more, for the rounding of planes.
  const double most_squared =
      (1 + 1e-9) * most_of_edges_squared(reach, std::min(a.longest_squared(), b.longest_squared()));
  return a.longest_squared() < b.longest_squared() ? b.is_off(a, most_squared) || a.is_off(b, most_squared)
                                                   : a.is_off(b, most_squared) || b.is_off(a, most_squared);
}

/// Whether a side of one triangle is certainly too far from one of the other. They are seen by their corners:
/// edges lie elsewhere in memory.
bool sides_are_apart(const PlacedFeatures& a, std::uint32_t triangle_a, int i, const PlacedFeatures& b,
                     std::uint32_t triangle_b, int j, const Reach& reach) {
  const auto corner = [](const PlacedFeatures& of, std::uint32_t triangle, int k) -> const Vec3& {
    return of.corner(triangle, static_cast<std::size_t>(k % 3));
  };
  return far_apart({corner(a, triangle_a, i), corner(a, triangle_a, i + 1)},
                   {corner(b, triangle_b, j), corner(b, triangle_b, j + 1)}, reach);
}

/// Whether edges of cloth are met again as what is found of their other sides. Trees pass over what of a
/// surface faces one way, so of cloth with cloth it is the front of the one and the back of the other.
bool is_other_side(const PlacedFeatures& a, std::uint32_t first, const PlacedFeatures& b,
                   std::uint32_t second) {
  return a.is_back_edge(first) || (b.sheet && b.is_back_edge(second) != a.sheet);
}

/// The same of all edges of two triangles at once.
bool are_other_sides(const SurfacePair& pair, std::uint32_t triangle_a, std::uint32_t triangle_b) {
  const PlacedFeatures a = pair.a->placed(), b = pair.b->placed();
  const bool back_a = a.is_back_triangle(triangle_a), back_b = b.is_back_triangle(triangle_b);
  if (pair.self())
    return b.sheet && back_a == back_b; // of two edges either may come first
  return back_a || (b.sheet && back_b != a.sheet);
}

/// The edges that the two triangles look after: those that are near, and those that may have met.
void edges_against_edges(const SurfacePair& pair, std::uint32_t triangle_a, std::uint32_t triangle_b,
                         bool may_be_near, bool may_have_met, std::vector<FeaturePair>& found) {
  const PlacedFeatures a = pair.a->placed(), b = pair.b->placed();
  for (int i = 0; i < 3; ++i) {
    if (!a.features->keeps_edge(triangle_a, i))
      continue;
    for (int j = 0; j < 3; ++j) {
      if (!b.features->keeps_edge(triangle_b, j) ||
          (!may_have_met && sides_are_apart(a, triangle_a, i, b, triangle_b, j, pair.reach)))
        continue;
      std::uint32_t first = a.features->edge(triangle_a, i), second = b.features->edge(triangle_b, j);
      // Which one comes first must not depend on the tree.
      if (pair.self() && a.front_edge(first) > b.front_edge(second))
        std::swap(first, second);
      if (pair.self() &&
          share_end(a.features->edges()[a.front_edge(first)], a.features->edges()[b.front_edge(second)]))
        continue;
      if (is_other_side(a, first, b, second))
        continue;
      if (may_be_near)
        if (const auto hit = edge_against_edge(a, first, b, second, pair.reach))
          found.push_back(*hit);
      if (!may_have_met)
        continue;
      if (const auto hit = edge_through_edge(a, pair.a->vertex_positions().before, first, b,
                                             pair.b->vertex_positions().before, second))
        found.push_back(*hit);
    }
  }
}

/// By what they are, and of one pair of features first that which went through first.
auto key(const FeaturePair& p) {
  return std::tuple(p.kind, p.side, p.first, p.second, p.time.value_or(2));
}

/// All that a vertex has with the other surface; of two edges what these have.
bool belong_together(const FeaturePair& p, const FeaturePair& q) {
  return p.kind == q.kind && p.side == q.side && p.first == q.first &&
         (p.kind == FeatureKind::vertex_face || p.second == q.second);
}

/// Whether two faces on whose seam a vertex's nearest point lies have both claimed it.
bool same_place(const PlacedFeatures& surface, const FeaturePair& p, const FeaturePair& q, double near) {
  const auto place = [&surface](const FeaturePair& pair) {
    const Vec3& a = surface.corner(pair.second, 0);
    return Vec3(a + pair.along[0] * (surface.corner(pair.second, 1) - a) +
                pair.along[1] * (surface.corner(pair.second, 2) - a));
  };
  return (place(p) - place(q)).squaredNorm() <= near * near;
}

/// Moves what should stay of one vertex to `kept`, which may be its own memory. Returns how many.
std::size_t sift_vertex(const SurfacePair& pair, std::span<const FeaturePair> of_vertex, FeaturePair* kept) {
  FeaturePair first = of_vertex.front();
  for (const FeaturePair& hit : of_vertex)
    if (std::abs(hit.distance) < std::abs(first.distance))
      first = hit;
  const PlacedFeatures faces = (pair.self() || first.side == 1 ? pair.a : pair.b)->placed();
  std::size_t count = 0;
  for (const FeaturePair& hit : of_vertex) {
    if (hit.distance < 0 && hit.second != first.second)
      continue;
    const auto again = [&](const FeaturePair& known) {
      return same_place(faces, known, hit, 1e-9 * pair.reach.most());
    };
    if (std::none_of(kept, kept + count, again))
      kept[count++] = hit;
  }
  return count;
}

} // namespace

void search_groups(const SurfacePair& pair, std::span<const bvh::IndexPair> groups, SearchPart& part) {
  part.found.clear();
  const std::span<const Vec3> nowhere;
  Face face_a(pair.a->placed(), pair.swept ? pair.a->vertex_positions().before : nowhere),
      face_b(pair.b->placed(), pair.swept ? pair.b->vertex_positions().before : nowhere);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i + 1 < groups.size()) {
      pair.a->tree().fetch_ahead(groups[i + 1][0]);
      pair.b->tree().fetch_ahead(groups[i + 1][1]);
    }
    part.triangles.clear();
    pair.a->tree().find_triangles(pair.b->tree(), groups[i], pair.reach.margins(),
                                  pair.all_cloth() ? cloth_apart : self_apart, part.open, part.triangles);
    for (const auto& [a, b] : part.triangles) {
      face_a.go_to(a);
      face_b.go_to(b);
      const bool may_have_met = pair.swept && face_a.may_have_met(face_b);
      if (face_a.keeps_vertices())
        vertices_against_face(pair, 0, a, face_b, may_have_met, part.found);
      if (face_b.keeps_vertices())
        vertices_against_face(pair, 1, b, face_a, may_have_met, part.found);
      if (are_other_sides(pair, a, b))
        continue;
      const bool may_be_near = !edges_are_apart(face_a, face_b, pair.reach);
      if (may_be_near || may_have_met)
        edges_against_edges(pair, a, b, may_be_near, may_have_met, part.found);
    }
  }
}

void sort_and_sift(const SurfacePair& pair, std::vector<FeaturePair>& found) {
  std::sort(found.begin(), found.end(),
            [](const FeaturePair& p, const FeaturePair& q) { return key(p) < key(q); });
  std::size_t kept = 0;
  for (std::size_t begin = 0, end; begin < found.size(); begin = end) {
    std::size_t earliest = begin;
    for (end = begin; end < found.size() && belong_together(found[begin], found[end]); ++end)
      if (found[end].time.value_or(2) < found[earliest].time.value_or(2))
        earliest = end;
    if (found[earliest].time || found[begin].kind == FeatureKind::edge_edge)
      found[kept++] = FeaturePair(found[earliest]);
    else
      kept += sift_vertex(pair, std::span(found).subspan(begin, end - begin), found.data() + kept);
  }
  found.erase(found.begin() + static_cast<std::ptrdiff_t>(kept), found.end());
}

} // namespace lamina::proximity
