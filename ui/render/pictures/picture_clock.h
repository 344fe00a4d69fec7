#pragma once

#include "ui/render/gl/gl_objects.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace lamina {

/// Whether the context that is current draws with the processor, which takes far longer than a GPU.
bool draws_in_software();

/// Tells how long pictures take to draw, without ever waiting for the GPU: the time of a picture comes out
/// one or two pictures later.
class PictureClock {
public:
  void setup();
  void begin();
  void end();

  /// Time of the newest picture that is finished since the last call, ms; nothing if none is.
  std::optional<double> take_ms();

private:
  struct Timed {
    GlObject query;
    std::int64_t began_ns = 0;
    bool under_way = false;
  };
  std::array<Timed, 4> pictures_; ///< a ring; with all of them under way a picture goes untimed
  std::size_t next_ = 0, oldest_ = 0;
  bool timing_ = false;
  bool tiled_ = false; ///< a software renderer, which runs commands once for each tile
};

} // namespace lamina
