#pragma once

#include "core/simulation/snapshot.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

namespace lamina {

/// A state to be drawn for a film, and for how many pictures on end.
struct FilmFrame {
  std::shared_ptr<const Snapshot> snapshot;
  std::uint64_t pictures = 1;
};

/// States of a film that wait to be drawn, in order. Not guarded: its owner's mutex is.
class FilmQueue {
public:
  void add(FilmFrame frame) { frames_.push_back(std::move(frame)); }
  void clear() { frames_.clear(); }
  /// As many wait as should: whoever makes more waits too.
  bool full() const { return frames_.size() >= most; }

  std::optional<FilmFrame> take() {
    if (frames_.empty())
      return std::nullopt;
    std::optional<FilmFrame> frame = std::move(frames_.front());
    frames_.pop_front();
    return frame;
  }

private:
  static constexpr std::size_t most = 4;
  std::deque<FilmFrame> frames_;
};

} // namespace lamina
