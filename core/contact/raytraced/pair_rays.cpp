#include "core/contact/raytraced/pair_rays.h"

#include "core/contact/enclosed/way_out.h"
#include "core/contact/pair_regions.h"

#include <algorithm>
#include <cmath>

namespace lamina::raytraced {

namespace {

Box reach(const CastSurface& surface) {
  if (!surface.endless())
    return surface.bounds();
  const double infinity = std::numeric_limits<double>::infinity();
  return {Vec3::Constant(-infinity), Vec3::Constant(infinity)};
}

/// The first triangle at a vertex, and the vertex in its coordinates.
struct Corner {
  std::uint32_t triangle;
  std::array<float, 2> barycentric;
};

Corner corner_of(const CastSurface& surface, std::uint32_t vertex) {
  const std::uint32_t index = surface.fans().first_triangle(vertex);
  const Triangle& triangle = surface.triangle(index);
  return {index, {triangle[1] == vertex ? 1.0f : 0.0f, triangle[2] == vertex ? 1.0f : 0.0f}};
}

} // namespace

void PairRays::begin(const CastSurface& a, const CastSurface& b, bool self, RayForce force) {
  surfaces_ = {&a, &b};
  self_ = self;
  force_ = force;
  starts_.clear();
  left_ = {};
  overlap_ = reach(a).intersection(reach(b));
  for (std::uint8_t side = 0; side < (self ? 1 : 2) && !overlap_.empty(); ++side) {
    const CastSurface& surface = *surfaces_[side];
    if (side == 1)
      first_of_b_ = starts_.size();
    for (std::uint32_t v = 0; v < surface.vertex_count(); ++v) {
      if (self || overlap_.contains(surface.position(v)))
        starts_.push_back(v);
      else
        left_[side] += surface.fans().has_triangles(v);
    }
  }
  if (self)
    first_of_b_ = starts_.size();
  // What was there is overwritten by cast().
  if (outcomes_.size() < starts_.size()) {
    outcomes_.resize(starts_.size());
    joints_.resize(starts_.size());
  }
}

void PairRays::cast(std::size_t begin, std::size_t end) {
  const std::size_t of_b = std::clamp(first_of_b_, begin, end);
  cast(0, begin, of_b);
  cast(1, of_b, end);
}

void PairRays::cast(std::uint8_t side, std::size_t begin, std::size_t end) {
  const CastSurface &own = *surfaces_[side], &collided = other(side);
  std::array<Vec3, most_at_a_time> memory;
  const auto areas = std::span(memory).first(end - begin);
  own.area_vectors(std::span(starts_).subspan(begin, end - begin), areas);
  for (std::size_t i = begin; i < end; ++i) {
    const Caster caster{own, starts_[i], areas[i - begin]};
    if (self_)
      cast_within(caster, force_, outcomes_[i], joints_[i]);
    else
      cast_between(caster, collided, force_, outcomes_[i], joints_[i]);
  }
  share_areas(own, collided, areas, std::span(outcomes_).subspan(begin, end - begin),
              std::span(joints_).subspan(begin, end - begin));
}

void PairRays::finish(bool list_rays, PairContacts& result) {
  auto& points = result.evidence.add<PointEvidence>();
  auto& found = result.evidence.add<RayEvidence>();
  result.region = region_of(overlap_);
  const double wide = result.region.size.norm();
  std::array<std::size_t, 2> rays{}, own_first{};
  for (std::size_t i = 0; i < starts_.size(); ++i) {
    const RayOutcome& outcome = outcomes_[i];
    if (!outcome.cast)
      continue;
    const std::uint8_t side = side_of(i);
    ++rays[side];
    own_first[side] += outcome.fate == RayFate::own_first;
    ++found.fates[static_cast<std::size_t>(outcome.fate)];
    if (outcome.fate == RayFate::contact)
      add_contact(i, result, points);
    if (list_rays) {
      const Vec3& from = surfaces_[side]->position(starts_[i]);
      const double length = std::isinf(outcome.reach) ? wide : outcome.reach;
      found.cast.push_back({from, from + length * outcome.direction, starts_[i], side, outcome.fate});
    }
  }
  found.rays = rays[0] + rays[1];
  for (std::uint8_t side = 0; side < 2; ++side) {
    found.enclosed[side] = !self_ && rays[side] > 0 && left_[side] == 0 && own_first[side] == rays[side];
    if (lead_out(side, result, points))
      found.enclosed[side] = false;
  }
}

/// Vertices lie within the other surface whose rays leave it without a contact: because they leave their own
/// first, or find it crushed. Whole bodies are left alone, as in the paper.
bool PairRays::lead_out(std::uint8_t side, PairContacts& result, PointEvidence& points) {
  const CastSurface &own = *surfaces_[side], &around = other(side);
  if (self_ || (!own.surface().is_piece && !around.surface().is_piece))
    return false;
  const std::size_t before = result.contacts.size();
  const std::size_t begin = side == 0 ? 0 : first_of_b_, end = side == 0 ? first_of_b_ : starts_.size();
  const auto is_within = [this](std::size_t i) {
    const RayFate fate = outcomes_[i].fate;
    return outcomes_[i].cast && (fate == RayFate::own_first || fate == RayFate::open);
  };
  enclosed_.clear();
  for (std::size_t i = begin; i < end; ++i)
    if (is_within(i))
      enclosed_.push_back(own.position(starts_[i]));
  const auto way = enclosed::shortest_way_out(enclosed_, {around.surface()});
  // A splinter may have been turned inside out.
  for (const bool inside_out : {false, true})
    for (std::size_t i = begin; i < end && way && (!inside_out || result.contacts.size() == before); ++i) {
      const Caster caster{own, starts_[i], own.fans().area_vector(starts_[i], own.surface().positions)};
      if (is_within(i) && join_along(caster, around, way->direction, inside_out, joints_[i]))
        add_contact(i, result, points);
    }
  return result.contacts.size() > before;
}

void PairRays::add_contact(std::size_t ray, PairContacts& result, PointEvidence& points) const {
  const RayJoint& joint = joints_[ray];
  const std::uint32_t vertex = starts_[ray];
  const std::uint8_t side = side_of(ray);
  const std::uint8_t hit_side = self_ ? 0 : static_cast<std::uint8_t>(1 - side);
  const CastSurface &own = *surfaces_[side], &collided = other(side);
  const double b = joint.hit.barycentric[0], c = joint.hit.barycentric[1];

  Contact contact;
  contact.kind = MeasureKind::depth;
  contact.measure = joint.depth;
  contact.weight = joint.cosine;
  contact.area = joint.area;
  contact.cell = static_cast<int>(result.contacts.size());
  // The depth shrinks as the vertex moves along the line, and grows as the place that it hits does.
  const auto add_vertex = [&] { result.gradient.push_back({vertex, -joint.line}); };
  const auto add_hit = [&] {
    const Triangle& t = collided.triangle(joint.hit.triangle);
    result.gradient.push_back({t[0], (1 - b - c) * joint.line});
    result.gradient.push_back({t[1], b * joint.line});
    result.gradient.push_back({t[2], c * joint.line});
  };
  const auto begin = static_cast<std::uint32_t>(result.gradient.size());
  add_vertex();
  add_hit();
  contact.gradient[side] = {begin, begin + (self_ ? 4 : 1)};
  if (!self_)
    contact.gradient[hit_side] = {begin + 1, begin + 4};

  const Corner corner = corner_of(own, vertex);
  ContactPointPair pair;
  const Vec3& from = own.position(vertex);
  pair.position = {from, from + joint.hit.distance * joint.line};
  pair.normal = joint.normal;
  // Pressed by the part of the force across the surface, as a flat contact of this area would be.
  pair.area = joint.area * joint.cosine;
  pair.triangle = {corner.triangle, joint.hit.triangle};
  pair.barycentric = {corner.barycentric, std::array{static_cast<float>(b), static_cast<float>(c)}};
  pair.body = {side, hit_side};
  pair.contact = static_cast<std::uint32_t>(result.contacts.size());
  result.area += contact.area;
  result.contacts.push_back(contact);
  points.points.push_back(pair);
}

} // namespace lamina::raytraced
