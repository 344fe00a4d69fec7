#pragma once

#include "core/contact/friction_samples.h"
#include "core/contact/ldi/contacts/cells.h"
#include "core/contact/ldi/contacts/gradient.h"
#include "core/contact/ldi/contacts/patches.h"
#include "core/contact/ldi/contacts/pixel_pairs.h"
#include "core/contact/ldi/contacts/rigid_gradient.h"
#include "core/contact/ldi/contacts/volume.h"
#include "core/contact/ldi/gpu_contact_buffer.h"
#include "core/contact/ldi/image/columns.h"
#include "core/contact/ldi/region/grid.h"
#include "core/shape/surface.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace lamina::ldi {

/// A device that cannot go on: the message names the device, what failed and why.
struct DeviceError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Follows the name of a device whose results cannot be.
inline constexpr const char* nonsense = ": its results make no sense, so its driver or its memory is faulty";

/// Why pictures have contact pixels by copy of devices that leave contacts to others.
inline constexpr const char* made_by_processor = "its contacts are made on the processor";
/// How pictures come by contact pixels, as panel and command line say it; empty: they need no copy.
inline std::string way_to_pictures(const std::string& why_by_copy) {
  return why_by_copy.empty() ? "from its memory" : "by copy: " + why_by_copy;
}

/// Meshlets of a surface whose triangles lie in their order, ascending; null: all triangles count.
using NearMeshlets = const std::vector<std::uint32_t>*;

/// A pair to be sampled: two of the surfaces, or one twice for its contact with itself, its pixels and its
/// cells. What is pointed to must stay.
struct PairPlan {
  std::array<std::uint32_t, 2> surface;
  const Grid* grid;
  const CellLayout* layout;
  Partition partition;
  std::array<NearMeshlets, 2> meshlets{}; ///< of each surface: no column crosses a triangle of another one
  bool moments = false;                   ///< of its contacts are wanted, where the device makes contacts
  double shortest = 0;                    ///< of a body with itself: see find_self_intervals, m

  bool with_itself() const { return surface[0] == surface[1]; }
};

/// What is to be made of all pairs. Where the device makes contacts, what is wanted of a pair depends on its
/// place among the plans. So what all of them leave lies side by side. The first `pixels` pairs leave contact
/// pixels, the first `gradients` gradients over vertices, and all behind those friction samples.
struct LayerRequest {
  std::uint32_t crossing_limit; ///< a column of more crossings is not trusted
  std::size_t pixels, gradients;
  FrictionSampling friction = FrictionSampling::none; ///< of the samples; without friction there are none
};

/// What a device found out about a pair. Per direction: columns that cannot be trusted, in the order of rows
/// and pixels. And either the contacts, or what they are made of.
struct PairLayers {
  std::array<std::vector<BadColumn>, 3> bad;
  std::uint64_t columns = 0, fragments = 0; ///< sampled, and crossings found

  /// Per direction, in the order of rows, pixels and depths; none if the device made contacts.
  std::array<std::vector<Interval>, 3> intervals;

  bool contacts = false;                       ///< the device made them, and what follows counts
  std::uint64_t found = 0;                     ///< intervals
  std::array<DirectionSums, 3> sums;           ///< all rows together as one
  std::vector<PatchSums> patches;              ///< if they are the contacts, in the order of their numbers
  std::array<std::uint64_t, 3> multiplicity{}; ///< then per direction: pairs of sheets of all intervals
  std::vector<VertexGradient> gradient;        ///< if it is wanted, in the order of build_gradients
  std::vector<Range> ranges;                   ///< of it: of cell or patch c and body b at 2 c + b
  std::vector<ContactPixelPair> pixels;        ///< if they are wanted
  std::vector<ContactMoments> moments;         ///< per cell or patch, likewise
  FrictionSamples friction;                    ///< of its intervals, likewise; about the region's middle
};

/// Seconds under the names of F08 Table 1, by the device's own clock where it has one. They include what the
/// processor takes to lay out an upload.
struct LayerSeconds {
  double upload = 0, ldi = 0, volume = 0;
};

/// Times that a device notes in one step.
inline constexpr int device_marks = 4;

/// What of a step a device may do beside the rest: vertices that move, and what contacts alone need.
enum class Branch { moved, contacts };
inline constexpr std::size_t device_branches = 2;

/// Draws and walks the layered depth images of all pairs of a step, and makes contacts of them (F08 sections
/// 3 and 4; design: LDI volume contact, items 3 to 5 and 7). Results are those of backend `reference` bit for
/// bit, unless a device states its error. Every crossing of a column is found, so that every column is
/// checked. There may be devices that leave all contacts to others.
class LayerDevice {
public:
  virtual ~LayerDevice() = default;
  /// Fills `layers`, one for each plan. Throws DeviceError; what was there before is then gone.
  virtual LayerSeconds sample(std::span<const Surface* const> surfaces, std::span<const PairPlan> plans,
                              const LayerRequest& request, std::span<PairLayers> layers) = 0;
  /// How many threads of the processor it may take from now on (0: all), if it runs on them.
  virtual void use_threads(int) {}
  /// Whether it is the processor, and neither panels nor pictures need to know of a device.
  virtual bool is_processor() const { return false; }
  /// Whether it takes bodies with themselves too.
  virtual bool meets_itself() const { return true; }
  /// For the panel and for `lamina devices`.
  virtual std::string name() const = 0;
  /// The first `count` contact pixels (at least one) of the last call of sample(), which made contacts: for
  /// pictures, in memory of their own. Null where pictures cannot reach it. Throws DeviceError.
  virtual std::shared_ptr<const GpuContactBuffer> gpu_contacts(std::size_t) { return nullptr; }
  /// Why pictures have its contact pixels by copy; empty if they need not.
  virtual std::string why_by_copy() const { return made_by_processor; }
};

} // namespace lamina::ldi
