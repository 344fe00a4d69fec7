#pragma once

#include <QSize>
#include <QString>

#include <cstdint>

namespace lamina {

/// What a video is to be.
struct VideoPlan {
  QString path;        ///< without a suffix: what is written gets one
  QSize size;          ///< pixels; ffmpeg needs even numbers, so an odd one loses a row or column
  int rate = 30;       ///< pictures a second
  bool mp4 = true;     ///< by ffmpeg; else numbered pictures in a folder
  bool legend = false; ///< in each picture
  double from_s = 0;   ///< of a recorded run: where it begins
  double length_s = 0; ///< of the video; 0: until it is stopped, or the run ends

  /// After so many pictures it ends; 0: not by itself.
  std::uint64_t most_pictures() const { return length_s > 0 ? std::uint64_t(length_s * rate + 1e-6) + 1 : 0; }
};

} // namespace lamina
