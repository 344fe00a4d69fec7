#pragma once

#include "core/record/output_file.h"
#include "core/simulation/snapshot.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// The end of a step as a frame stream keeps it: enough to draw it, and to go on from it bit for bit.
struct Frame {
  StepStatistics statistics;
  std::vector<double> bodies; ///< as they save themselves, see Simulation::body_states()
  /// On each body in the step: contact force (N), then torque about its centre of mass (N·m).
  std::vector<std::array<double, 6>> forces;
  double drag_force = 0; ///< N, of the spring under the hand; 0 if nothing was held
};

/// The frame of a snapshot (surfaces and contacts are not needed) and the states that go with it.
Frame make_frame(const Snapshot& snapshot, std::span<const double> bodies);

/// What the frames of a stream have in common.
struct FrameFormat {
  std::uint64_t bodies = 0;     ///< number of bodies
  std::uint64_t numbers = 0;    ///< in Frame::bodies of the first frame; bodies that break have more later
  std::uint64_t first_step = 0; ///< of the first frame; one frame a step from there on
  std::string scene_hash;       ///< sixteen hexadecimal digits, see recorder.h

  bool operator==(const FrameFormat&) const = default;
};

/// Of a stream that begins with this frame.
FrameFormat format_from(const Frame& first, const std::string& scene_hash);

/// Where a run folder has its frame stream.
inline constexpr const char* frame_file_name = "frames.bin";
inline constexpr std::uint64_t frame_file_version = 7;
/// Of the oldest streams that are read: they lack the figures of the response by constraints, and version 3
/// impulses, version 4 errors of volumes, version 5 those of area vectors. Up to version 6 all frames have as
/// many numbers.
inline constexpr std::uint64_t oldest_frame_file_version = 2;

// The file: words of eight bytes, little-endian. Eight words of header: magic, byte order, version, the four
// members of FrameFormat, checksum. Then frames: how many numbers their states have, the same with all bits
// turned over, the statistics in the order of StepStatistics, six numbers a body, the drag force, the states,
// a checksum. A file that was cut off holds as many frames as it holds whole ones.

/// Writes a stream frame by frame; each goes to the system at once.
class FrameWriter {
public:
  /// Makes or empties the file. Throws std::runtime_error with path and reason.
  FrameWriter(std::filesystem::path path, const FrameFormat& format);

  /// The next step's. Throws std::runtime_error with path and reason (disk full …).
  void add(const Frame& frame);

  void close(); ///< throws as add

private:
  FrameFormat format_;
  OutputFile file_;
  std::vector<std::uint64_t> words_;
  std::uint64_t next_step_;
};

/// Reads any frame of a stream.
class FrameReader {
public:
  /// Throws InputError with path and reason for what is no such file, or of an unknown version or byte order.
  explicit FrameReader(std::filesystem::path path);

  const FrameFormat& format() const { return format_; }
  std::uint64_t count() const { return numbers_.size(); } ///< of whole frames

  /// The frame of step first_step + index; index < count(). Throws InputError if it is damaged.
  Frame read(std::uint64_t index);

private:
  [[noreturn]] void refuse(const std::string& reason) const;
  [[noreturn]] void refuse_frame(std::uint64_t index) const;
  bool read_words();
  void find_frames();
  std::size_t length_of(std::uint64_t numbers) const;

  std::filesystem::path path_;
  std::ifstream stream_;
  FrameFormat format_;
  std::uint64_t version_ = 0;
  std::vector<std::uint64_t> numbers_, begins_; ///< of each whole frame, where it begins in words
  std::vector<std::uint64_t> words_;
};

} // namespace lamina
