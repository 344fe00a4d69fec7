#pragma once

#include "core/contact/ldi/device/layer_device.h"

#include <cstdint>
#include <memory>
#include <string>

namespace lamina::gpu {

/// What a device that peels layers is told, by tests.
struct PeelingSettings {
  /// The pass (counted from 1) that the driver is asked for in a way that it must refuse; 0: none.
  std::uint64_t failing_pass = 0;
  /// The pass at which the context counts as lost; 0: none.
  std::uint64_t losing_pass = 0;
};

/// Layered depth images as F08 section 4 makes them, in an OpenGL 4.5 context of its own. The driver's own
/// rasteriser draws both bodies of a pair, one pass a layer, and every layer is read back. Core walks the
/// columns and makes contacts. Results are near those of the other backends and not the same:
///
///  - Depths are numbers of single precision. A crossing is wrong by up to 2⁻²² of the depth of the region
///    or its triangle.
///  - The driver's fill rule decides where a silhouette lies. It snaps vertices to 2⁻⁸ of a pixel or so;
///    core snaps to 2⁻¹⁰. A column that near an outline may be in or out.
///  - A vertex is wrong by up to 2⁻²⁴ of its distance from the region. So a region 10⁵ times smaller than a
///    body, such as that of a first touch, is drawn within a hundredth. One 10⁷ times smaller is unreliable.
///
/// Each column is checked: one that does not close is dropped and counted. Crossings at one depth are told
/// apart by body and triangle, so that none is lost. Runs repeat bit for bit on one driver. Throws
/// DeviceError where there is no such context.
std::unique_ptr<ldi::LayerDevice> make_peeling_device(const PeelingSettings& settings);
std::unique_ptr<ldi::LayerDevice> make_peeling_device();

/// GL_RENDERER of the context that a device would have. Empty, with the reason in `why`, if there is none.
std::string peeling_renderer(std::string& why);

} // namespace lamina::gpu
