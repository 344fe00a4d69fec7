#include "ui/render/contacts/tile_solid.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace lamina {
namespace {

/// Of the region: borders that are nearer are one, and what is lower has no wall.
constexpr double one_border = 0x1p-21;

using Reach = std::array<double, 2>; ///< from low to high, m

/// One interval of intersection: along u, v and w from the region's corner.
struct TilePrism {
  std::array<Reach, 3> along;
};

double shared_length(const Reach& a, const Reach& b) {
  return std::min(a[1], b[1]) - std::max(a[0], b[0]);
}

/// The prisms that begin, or end, at a place along an axis.
class Borders {
public:
  Borders(const std::vector<TilePrism>& prisms, std::size_t axis, std::size_t end, double tolerance)
      : tolerance_(tolerance) {
    for (const TilePrism& prism : prisms)
      sorted_.push_back({prism.along[axis][end], &prism});
    std::sort(sorted_.begin(), sorted_.end());
  }
  template <class Visit>
  void at(double place, Visit&& visit) const {
    auto border = std::lower_bound(sorted_.begin(), sorted_.end(),
                                   std::pair<double, const TilePrism*>(place - tolerance_, nullptr));
    for (; border != sorted_.end() && border->first <= place + tolerance_; ++border)
      visit(*border->second);
  }

private:
  double tolerance_;
  std::vector<std::pair<double, const TilePrism*>> sorted_;
};

class TileSolidMaker {
public:
  TileSolidMaker(const SolidColumns& columns, const Vec3& size, std::vector<TilePrism> prisms,
                 std::vector<SolidQuad>& quads)
      : columns_(columns), prisms_(std::move(prisms)), quads_(quads), tolerance_(one_border * size) {}

  void add_all() {
    for (const TilePrism& prism : prisms_) {
      add_end(prism, 0, minus_w);
      add_end(prism, 1, plus_w);
    }
    for (std::size_t axis = 0; axis < 2; ++axis)
      for (std::size_t end = 0; end < 2; ++end)
        add_walls(axis, end);
  }

private:
  static Vec3 vector_of(const double (&v)[3]) { return {v[0], v[1], v[2]}; }
  Vec3 unit(std::size_t k) const {
    return {columns_.along[3 * k], columns_.along[3 * k + 1], columns_.along[3 * k + 2]};
  }
  Vec3 place(const std::array<double, 3>& at) const {
    return vector_of(columns_.corner) + at[0] * unit(0) + at[1] * unit(1) + at[2] * unit(2);
  }

  void add_end(const TilePrism& prism, std::size_t end, SolidFacing facing) {
    const auto& [u, v, w] = prism.along;
    add_solid_quad(quads_, columns_, place({u[0], v[0], w[end]}), (u[1] - u[0]) * unit(0),
                   (v[1] - v[0]) * unit(1), facing);
  }

  /// At one end of all prisms along u or v, towards those that end there from the other side.
  void add_walls(std::size_t axis, std::size_t end) {
    const Borders others(prisms_, axis, 1 - end, tolerance_[static_cast<Eigen::Index>(axis)]);
    const std::size_t across = 1 - axis;
    const double least = tolerance_[static_cast<Eigen::Index>(across)];
    for (const TilePrism& prism : prisms_) {
      neighbours_.clear();
      cuts_.assign(prism.along[across].begin(), prism.along[across].end());
      others.at(prism.along[axis][end], [&](const TilePrism& other) {
        if (shared_length(prism.along[across], other.along[across]) <= least)
          return;
        neighbours_.push_back(&other);
        for (const double cut : other.along[across])
          cuts_.push_back(std::clamp(cut, prism.along[across][0], prism.along[across][1]));
      });
      std::sort(cuts_.begin(), cuts_.end());
      std::sort(neighbours_.begin(), neighbours_.end(),
                [](const TilePrism* a, const TilePrism* b) { return a->along[2] < b->along[2]; });
      double from = cuts_.front();
      for (const double to : cuts_) {
        const double left = cuts_.back() - to;
        if (to - from <= least || (left > 0 && left <= least))
          continue;
        add_strip(prism, axis, end, {from, to});
        from = to;
      }
    }
  }

  /// Of a wall, where none of the neighbours along it lies.
  void add_strip(const TilePrism& prism, std::size_t axis, std::size_t end, const Reach& strip) {
    const std::size_t across = 1 - axis;
    const double middle = 0.5 * (strip[0] + strip[1]);
    const auto add = [&](double low, double high) {
      if (high - low <= tolerance_[2])
        return;
      std::array<double, 3> at{};
      at[axis] = prism.along[axis][end];
      at[across] = strip[0];
      at[2] = low;
      add_solid_quad(quads_, columns_, place(at), (strip[1] - strip[0]) * unit(across),
                     (high - low) * unit(2), static_cast<SolidFacing>(2 * axis + end));
    };
    double from = prism.along[2][0];
    const double until = prism.along[2][1];
    for (const TilePrism* other : neighbours_) {
      const Reach& deep = other->along[2];
      if (middle < other->along[across][0] || middle > other->along[across][1] || deep[1] <= from ||
          deep[0] >= until)
        continue;
      if (deep[0] > from)
        add(from, deep[0]);
      from = std::max(from, deep[1]);
    }
    if (from < until)
      add(from, until);
  }

  const SolidColumns& columns_;
  std::vector<TilePrism> prisms_;
  std::vector<SolidQuad>& quads_;
  Vec3 tolerance_; ///< m along u, v, w
  std::vector<const TilePrism*> neighbours_;
  std::vector<double> cuts_;
};

std::vector<TilePrism> tile_prisms(const PairContacts& contacts, const SolidColumns& columns) {
  const ImageEvidence& images = images_of(contacts);
  std::vector<TilePrism> prisms;
  for (std::size_t i = 0; i < images.pixels.size(); ++i) {
    const ContactPixelPair& pixel = images.pixels[i];
    if (pixel.axis != columns.axis || !(pixel.length > 0) || !pixel.lower.allFinite())
      continue;
    TilePrism& prism = prisms.emplace_back();
    for (std::size_t k = 0; k < 3; ++k) {
      const auto axis = static_cast<Eigen::Index>((columns.axis + 1 + k) % 3);
      const double at = contacts.region.axes.col(axis).dot(pixel.lower) - contacts.region.minimum[axis];
      prism.along[k] =
          k < 2 ? Reach{at + double(images.extents[i].low[k]), at + double(images.extents[i].high[k])}
                : Reach{at, at + pixel.length};
    }
  }
  return prisms;
}

} // namespace

void add_tile_solid(std::vector<SolidQuad>& quads, const PairContacts& contacts,
                    const SolidColumns& columns) {
  const auto axis = static_cast<Eigen::Index>(columns.axis);
  const Vec3& size = contacts.region.size;
  TileSolidMaker(columns, {size[(axis + 1) % 3], size[(axis + 2) % 3], size[axis]},
                 tile_prisms(contacts, columns), quads)
      .add_all();
}

} // namespace lamina
