#pragma once

#include "core/contact/ldi/device/layer_device.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>

namespace lamina::gpu {

/// What an OpenGL device is told, by tests.
struct OpenglSettings {
  /// Bytes of one buffer; more is refused, as is what the driver refuses.
  std::size_t storage_limit = std::numeric_limits<std::size_t>::max();
  /// Longer launches come in slices: every driver takes so many groups, and none is busy with them for
  /// seconds.
  std::uint32_t groups_at_once = 65535;
  /// The launch (counted from 1) that the driver is asked for in a way that it must refuse; 0: none.
  std::uint64_t failing_launch = 0;
  /// The launch at which the context counts as lost; 0: none.
  std::uint64_t losing_launch = 0;
  /// Contacts are made by shaders too, if the driver has enough buffers for them. Not said: unless the
  /// renderer is a program on the processor, which has faster ways to them.
  std::optional<bool> contacts;
  /// Put before the text of every shader.
  std::string shader_prefix;
  /// Is told name and text of every shader before it is built.
  std::function<void(const std::string& name, const std::string& text)> before_shader;
};

/// The stages as compute shaders, in an OpenGL 4.5 context on whatever renderer EGL finds. The context shares
/// with those that draw if they have the same renderer (set_shared_contexts).
///
/// Results are those of the reference bit for bit, on each renderer. Coverage is decided in whole numbers of
/// 64 or 128 bits. Doubles only take part in sums and products, which IEEE 754 rounds in one way. Quotients
/// are guesses that whole numbers put right.
///
/// Any thread may call, one at a time; the context is given back after each call. Throws DeviceError where
/// there is no such context.
std::unique_ptr<ldi::LayerDevice> make_opengl_device(const OpenglSettings& settings);
std::unique_ptr<ldi::LayerDevice> make_opengl_device();

/// GL_RENDERER of the context that a device would have. Empty, with the reason in `why`, if there is none.
std::string opengl_renderer(std::string& why);

/// Why pictures would have contact pixels of such a device by copy; empty if they need not.
std::string opengl_why_by_copy();

} // namespace lamina::gpu
