#include "core/picture/ray_picture.h"

#include "core/base/parallel.h"
#include "core/picture/shading.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace lamina::picture {

namespace {

/// Multiples of these fill a square evenly, however many there are (Roberts, The unreasonable effectiveness
/// of quasirandom sequences, 2018).
constexpr double spread_x = 0.7548776662466927, spread_y = 0.5698402909980532;

/// Points of a disc, as seen from anywhere near: of a pass, turned for each pixel so that none shows steps.
class LightDisc {
public:
  LightDisc(const Look& look, int pass) : middle_(look.key_direction) {
    aside_ = middle_.unitOrthogonal();
    over_ = middle_.cross(aside_);
    radius_ = pass == 0 ? 0 : look.light_radius * std::sqrt(fraction(pass * std::numbers::phi));
    turn_ = pass * std::numbers::phi;
  }
  Vec3 towards(int x, int y) const {
    if (radius_ == 0)
      return middle_;
    const double angle = 2 * std::numbers::pi * (turn_ + pixel_noise(x, y));
    return (middle_ + radius_ * (std::cos(angle) * aside_ + std::sin(angle) * over_)).normalized();
  }

private:
  Vec3 middle_, aside_, over_;
  double radius_, turn_;
};

} // namespace

void RayPicture::begin(int width, int height) {
  width_ = width;
  height_ = height;
  passes_ = 0;
  sums_.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height), Colour::Zero());
}

bool RayPicture::add_pass(const RayScene& scene, const PixelRays& rays, const Look& look, int threads,
                          const std::atomic<bool>* stop) {
  const double to_x = fraction(0.5 + passes_ * spread_x), to_y = fraction(0.5 + passes_ * spread_y);
  const LightDisc light(look, passes_);
  parallel_for_aside(static_cast<std::size_t>(height_), threads, [&](std::size_t row) {
    if (stop && stop->load(std::memory_order_relaxed))
      return;
    const int y = static_cast<int>(row);
    Sight sight;
    sight.height = height_;
    for (int x = 0; x < width_; ++x) {
      sight.x = x + to_x;
      sight.y = y + to_y;
      sight.ray = rays.at(sight.x, sight.y);
      sight.light = light.towards(x, y);
      sums_[index(x, y)] += seen_colour(scene, look, rays, sight);
    }
  });
  if (stop && stop->load())
    return false;
  ++passes_;
  return true;
}

void RayPicture::write(std::span<std::uint8_t> rgba) const {
  for (std::size_t i = 0; i < sums_.size(); ++i) {
    const Colour colour = (sums_[i] / static_cast<float>(std::max(1, passes_))).max(0.0f).min(1.0f);
    for (std::size_t k = 0; k < 3; ++k)
      rgba[4 * i + k] = static_cast<std::uint8_t>(std::lround(255 * colour[static_cast<Eigen::Index>(k)]));
    rgba[4 * i + 3] = 255;
  }
}

} // namespace lamina::picture
