#include "core/contact/ldi/contacts/rigid_gradient.h"

namespace lamina::ldi {

void add_moments(const Grid& grid, std::span<const ContactPixelPair> pixels,
                 std::span<ContactMoments> contacts) {
  for (const ContactPixelPair& pixel : pixels) {
    const View view(pixel.axis);
    const int shift = grid.row_shifts[static_cast<std::size_t>(view.v)][pixel.pixel[1]];
    const std::int64_t u = units_of_centre(pixel.pixel[0], shift), v = units_of_centre(pixel.pixel[1], 0);
    for (const std::uint16_t cell : pixel.cell)
      contacts[cell][pixel.axis].add(pixel.body[0], pixel.body[1], u, v);
  }
}

RigidGradient rigid_gradient(const Grid& grid, const ContactMoments& moments) {
  Vec3 linear, angular = Vec3::Zero();
  for (int direction = 0; direction < 3; ++direction) {
    const View view(direction);
    const RigidMoments& sum = moments[static_cast<std::size_t>(direction)];
    const double width = grid.pixel_size[view.u], height = grid.pixel_size[view.v];
    const double half = 0.5 * width * height;
    linear[direction] = half * static_cast<double>(sum.count);

    // About the middle of the region, from whole numbers: an arm there loses nothing to where the region is.
    const auto along = [&](int axis, std::int64_t moment, double pixel_size) {
      const std::int64_t middle = grid.region.pixels[static_cast<std::size_t>(axis)] * half_pixel;
      return static_cast<double>(moment - middle * sum.count) *
             (half * pixel_size / static_cast<double>(pixel_units));
    };
    angular[view.u] += along(view.v, sum.up, height);
    angular[view.v] -= along(view.u, sum.across, width);
  }
  return {grid.region.axes * linear, grid.region.axes * angular};
}

} // namespace lamina::ldi
