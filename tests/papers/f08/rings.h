#pragma once

#include "core/contact/contact.h"
#include "core/scene/scene.h"
#include "tests/papers/table.h"

#include <array>

namespace lamina::papers::f08 {

/// F08 Fig. 10: contact pixels of two linked rings, by the direction that sees them.
struct RingPixels {
  int resolution = 0;
  std::array<std::size_t, 3> pairs{}; ///< contact pixel pairs seen along x, y, z
  double volume = 0;                  ///< m³
  PairContacts contacts;
};

/// Two linked rings that overlap by 3 cm, F08's settings.
RingPixels ring_pixels(int resolution);

/// The pixels of Fig. 10 as points: direction, position of both ends.
Table ring_pixel_table(const std::string& name, const RingPixels& rings);

/// F08 section 5: one ring fixed, the other swings from it. Energies of each resolution over time.
struct Swing {
  int resolution = 0;
  std::vector<std::array<double, 3>> samples; ///< time s; kinetic J; kinetic and potential J over the start's
  double greatest_kinetic = 0;                ///< J
  double greatest_excess = 0;                 ///< J: of kinetic and potential energy over the start's
  double drop = 0;                            ///< J: m g times the greatest height that the ring can fall
  double roughness =
      0; ///< J: root mean square of the second difference of the kinetic energy from step to step
};
std::shared_ptr<Scene> swinging_rings(int resolution);
Swing swing(int resolution, double seconds);

/// F08 section 5, levels of detail: what the contact of the rings costs and yields from a camera at each
/// distance (m) from it.
struct Detail {
  double distance = 0, pixel_size = 0; ///< m
  std::uint64_t columns = 0;
  std::size_t pairs = 0;
  double volume = 0; ///< m³
};
Detail detail(double distance);

} // namespace lamina::papers::f08
