#include "core/contact/ldi/vertices/solid_layers.h"

#include "core/contact/ldi/arithmetic/sort_column.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lamina::ldi {

namespace {

/// Places farther than this from the image, in pixels, are not looked up.
constexpr double beside_image = 1;

constexpr double units_in_pixel = static_cast<double>(pixel_units);

/// Pixel that holds a coordinate, of so many; −1 if it lies too far outside of all.
int pixel_at(double units, int pixels) {
  if (!(units >= -beside_image * units_in_pixel && units < (pixels + beside_image) * units_in_pixel))
    return -1;
  return std::min(static_cast<int>(units * (1 / units_in_pixel)), pixels - 1);
}

} // namespace

/// Coordinate (m, in the frame) of what lies at `units` along an axis.
double SolidLayers::centre_of(int axis, double units) const {
  const AxisGrid& along = grid_->axis[static_cast<std::size_t>(axis)];
  return along.origin + (units + along.offset) / along.scale;
}

Vec3 LayerFace::unit_normal() const {
  const Vec3 twice = twice_area();
  const double length = twice.norm();
  return length > 0 && std::isfinite(length) ? Vec3(twice / length) : Vec3(Vec3::Zero());
}

Layer SolidLayers::layer_of(const Fragment& fragment, const LayerFace& face) const {
  const Vec3 a = grid_->frame.place(face.at[0]), normal = grid_->frame.place(face.twice_area());
  Layer layer{fragment.depth, 0, 0, {}, fragment.triangle << 1 | (fragment.entering() ? 1u : 0u)};
  const double length = normal.norm(), up = normal[view_.depth];
  if (!(length > 0) || !std::isfinite(length))
    return layer;
  for (int k = 0; k < 3; ++k)
    layer.normal[static_cast<std::size_t>(k)] = static_cast<float>(normal[k] / length);
  if (!(std::abs(up) > edge_on * length) || (up < 0) != fragment.entering())
    return layer;
  const double slope_u = -normal[view_.u] / up, slope_v = -normal[view_.v] / up;
  layer.slope_u = static_cast<float>(slope_u);
  layer.slope_v = static_cast<float>(slope_v);
  const int width = grid_->region.pixels[static_cast<std::size_t>(view_.u)];
  const int column = static_cast<int>(fragment.column()), row = column / width, pixel = column % width;
  const double shift = grid_->row_shifts[static_cast<std::size_t>(view_.v)][static_cast<std::size_t>(row)];
  const double u = centre_of(view_.u, (pixel + 0.5) * units_in_pixel + shift),
               v = centre_of(view_.v, (row + 0.5) * units_in_pixel);
  layer.depth = a[view_.depth] + slope_u * (u - a[view_.u]) + slope_v * (v - a[view_.v]);
  return layer;
}

SolidLayers::ImageAxis SolidLayers::image_axis(int axis) const {
  const AxisGrid& along = grid_->axis[static_cast<std::size_t>(axis)];
  return {along.scale, along.origin * along.scale + along.offset, 1 / along.scale,
          grid_->region.pixels[static_cast<std::size_t>(axis)]};
}

std::array<double, 2> SolidLayers::units_of(int pixel, int pixels) {
  return {(pixel == 0 ? -beside_image : pixel) * units_in_pixel,
          (pixel + 1 == pixels ? pixels + beside_image : pixel + 1) * units_in_pixel};
}

void SolidLayers::scatter(const FragmentList& list, int body) {
  const std::uint32_t* counts = list.counts(body);
  begins_.resize(list.columns() + 1);
  next_.resize(list.columns());
  std::uint32_t sum = 0;
  for (std::size_t c = 0; c < list.columns(); ++c) {
    begins_[c] = next_[c] = sum;
    sum += counts[c] & ~FragmentList::lost_mark;
  }
  begins_.back() = sum;
  order_.resize(sum);
  const std::span<const Fragment> fragments = list.fragments();
  for (std::uint32_t i = 0; i < fragments.size(); ++i)
    order_[next_[fragments[i].column()]++] = i;
}

/// By depth. What ends where something else of the body begins is no way out, so that beginnings come first.
void SolidLayers::sort_column(std::span<const Fragment> fragments, std::uint32_t begin, std::uint32_t end) {
  const auto before = [&](std::uint32_t i, std::uint32_t k) {
    const Fragment &f = fragments[i], &g = fragments[k];
    if (f.depth != g.depth)
      return f.depth < g.depth;
    return f.entering() != g.entering() ? f.entering() : f.triangle < g.triangle;
  };
  if (end - begin > short_column)
    return std::sort(order_.begin() + begin, order_.begin() + end, before);
  for (std::uint32_t i = begin + 1; i < end; ++i)
    for (std::uint32_t k = i; k > begin && before(order_[k], order_[k - 1]); --k)
      std::swap(order_[k], order_[k - 1]);
}

void SolidLayers::build(const Grid& grid, int direction, const Surface& surface, const FragmentList& list,
                        int body, std::uint32_t crossing_limit) {
  grid_ = &grid;
  view_ = View(direction);
  across_ = image_axis(view_.u);
  up_ = image_axis(view_.v);
  shifts_ = grid.row_shifts[static_cast<std::size_t>(view_.v)].data();
  winding_at_infinity_ = surface.winding_at_infinity;
  crossings_ = list.crossings();
  dropped_count_ = 0;
  scatter(list, body);
  const std::span<const Fragment> fragments = list.fragments();
  layers_.resize(order_.size());
  faces_.resize(order_.size());
  const VertexPositions positions = surface.vertex_positions();
  dropped_.assign(list.columns(), 0);
  for (std::size_t c = 0; c < list.columns(); ++c) {
    const std::uint32_t begin = begins_[c], end = begins_[c + 1];
    int turns = 0;
    for (std::uint32_t i = begin; i < end; ++i)
      turns += fragments[order_[i]].turn();
    const bool lost = list.counts(body)[c] & FragmentList::lost_mark;
    dropped_[c] = turns != 0 || lost || end - begin > crossing_limit;
    dropped_count_ += dropped_[c];
    if (dropped_[c])
      continue;
    sort_column(fragments, begin, end);
    for (std::uint32_t i = begin; i < end; ++i) {
      const Fragment& fragment = fragments[order_[i]];
      const Triangle& t = (*surface.triangles)[fragment.triangle];
      faces_[i] = {{t[0], t[1], t[2]}, {positions[t[0]], positions[t[1]], positions[t[2]]}};
      layers_[i] = layer_of(fragment, faces_[i]);
    }
  }
}

LayerColumn SolidLayers::column(const Vec3& place) const {
  LayerColumn found;
  const double up = place[view_.v] * up_.scale - up_.offset;
  const int row = pixel_at(up, up_.pixels);
  if (row < 0)
    return found;
  const double across = place[view_.u] * across_.scale - across_.offset - shifts_[row];
  const int pixel = pixel_at(across, across_.pixels);
  if (pixel < 0)
    return found;
  const std::size_t c = static_cast<std::size_t>(row * across_.pixels + pixel);
  found.begin = layers_.data() + begins_[c];
  found.end = layers_.data() + begins_[c + 1];
  found.du = (across - (pixel + 0.5) * units_in_pixel) * across_.metres;
  found.dv = (up - (row + 0.5) * units_in_pixel) * up_.metres;
  found.known = !dropped_[c];
  return found;
}

void SolidLayers::locate(const LayerColumn& column, double depth, PlaceInColumn& found) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  found.known = column.known;
  found.inside = false;
  found.below = found.above = nullptr;
  found.column = column;
  if (!column.known)
    return;
  int winding = winding_at_infinity_;
  const Layer* below = nullptr;
  double lower = -infinity;
  const auto end_at = [&](const Layer* above, double upper) {
    found.inside = lower <= depth && depth <= upper;
    if (!found.inside)
      return;
    found.below = below;
    found.above = above;
    found.to_below = depth - lower;
    found.to_above = upper - depth;
  };
  for (const Layer* layer = column.begin; layer != column.end && !found.inside; ++layer) {
    const int before = winding;
    winding += layer->entering() ? 1 : -1;
    if (before <= 0 && winding > 0) {
      below = layer;
      lower = column.depth_of(*layer);
    } else if (before > 0 && winding <= 0) {
      end_at(layer, column.depth_of(*layer));
    }
  }
  if (!found.inside && winding > 0)
    end_at(nullptr, infinity);
}

} // namespace lamina::ldi
