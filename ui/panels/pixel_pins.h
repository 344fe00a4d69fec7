#pragma once

#include "ui/panels/pixel_pin.h"
#include "ui/panels/step_history.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <vector>

namespace lamina {

/// A pinned pixel under its number: 0 to PixelPins::most − 1, the lowest that was free. It stays while the
/// pin lasts and gives it its colour.
struct NumberedPin {
  std::size_t number = 0;
  PixelPin pin;
};

/// What a pin was at in one step; no reading where it was not in contact.
struct PinStep {
  std::uint64_t step = 0;
  std::optional<PixelReading> reading;
};

/// The pinned pixels of a scene, each with its readings in the last 512 steps. The simulation thread adds
/// steps, the window pins and reads; both may call at once, and neither waits while a pixel is searched for.
class PixelPins {
public:
  static constexpr std::size_t most = 4;
  static constexpr std::size_t capacity = StepHistory::capacity;

  /// Pins a pixel of a snapshot, and notes its reading. False if all numbers are taken, if the snapshot is of
  /// a scene that was replaced, or if there is no such pixel.
  bool pin(const Snapshot& snapshot, const PixelReference& reference);
  void unpin(std::size_t number);
  void clear();

  /// Notes where the pins are after a step. Steps after that one, which has been gone back behind, are
  /// forgotten; with another scene, all pins are. Needs the contact pixels in the snapshot.
  void add(const Snapshot& snapshot);

  bool empty() const;
  std::vector<NumberedPin> pins() const; ///< in the order in which they were pinned

  /// Readings of a pin, oldest first, at most `capacity`; none if there is no such pin.
  std::vector<PinStep> steps(std::size_t number) const;

private:
  struct Kept {
    NumberedPin numbered;
    std::uint64_t id; ///< of no other pin, not even of one that had the same number
    std::deque<PinStep> steps;
  };
  std::vector<Kept>::iterator kept_of(std::uint64_t id);

  mutable std::mutex mutex_;
  std::vector<Kept> kept_;
  std::uint64_t next_id_ = 0;
  std::uint64_t scene_revision_ = 0; ///< of the newest snapshot added
};

} // namespace lamina
