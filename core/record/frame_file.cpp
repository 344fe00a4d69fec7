#include "core/record/frame_file.h"

#include "core/base/error.h"
#include "core/base/hash.h"
#include "core/base/hexadecimal.h"
#include "core/record/line_reader.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <charconv>
#include <cmath>

namespace lamina {

namespace {

using Words = std::vector<std::uint64_t>;

static_assert(std::endian::native == std::endian::little, "words are written as they lie in memory");

constexpr std::uint64_t magic = 0x454d4152464d414c; // "LAMFRAME"
constexpr std::uint64_t byte_order = 0x0102030405060708;
constexpr std::size_t header_words = 8;
/// More than any scene has; beyond it sizes would overflow.
constexpr std::uint64_t most_numbers = std::uint64_t{1} << 40;

std::uint64_t checksum(const std::uint64_t* begin, std::size_t count) {
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double word = std::bit_cast<double>(begin[i]);
    hash = hash_bits({&word, 1}, hash);
  }
  return hash;
}

std::size_t statistics_words(std::uint64_t version) {
  return version > 5 ? 39 : version > 4 ? 38 : version > 3 ? 36 : version > 2 ? 34 : 31;
}

/// How many numbers a frame has stands at its beginning, and all bits of that turned over behind it.
std::size_t count_words(std::uint64_t version) {
  return version > 6 ? 2 : 0;
}

/// Appends numbers to words.
struct PutWords {
  Words& words;
  void operator()(std::uint64_t value) const { words.push_back(value); }
  void operator()(double value) const { words.push_back(std::bit_cast<std::uint64_t>(value)); }
  void operator()(int value) const { words.push_back(static_cast<std::uint64_t>(value)); }
};

/// Takes them in the same order.
struct TakeWords {
  const std::uint64_t* at;
  void operator()(std::uint64_t& value) { value = *at++; }
  void operator()(double& value) { value = std::bit_cast<double>(*at++); }
  void operator()(int& value) { value = static_cast<int>(*at++); }
};

/// Calls `word` with each number of the statistics that files of this version have, in the file's order.
/// Other phases of detection than those five have no place in it: steps.csv has them.
template <typename Statistics, typename Word>
void each_word(std::uint64_t version, Statistics& s, Word&& word) {
  word(s.step), word(s.time_s);
  word(s.timings.wall), word(s.timings.broad), word(s.timings.phase("upload"));
  word(s.timings.phase("ldi")), word(s.timings.phase("volume")), word(s.timings.simulation);
  word(s.pairs), word(s.contacts), word(s.fragments), word(s.contact_pixels);
  word(s.columns), word(s.dropped_columns), word(s.volume_m3);
  word(s.kinetic_J), word(s.potential_J), word(s.elastic_J), word(s.contact_J);
  for (int axis = 0; axis < 3; ++axis)
    word(s.momentum[axis]);
  word(s.cg_iterations), word(s.cg_residual), word(s.substeps), word(s.deepest_m), word(s.state_hash);
  word(s.timings.phase("bvh")), word(s.timings.phase("cast")), word(s.rays), word(s.colliding_points);
  if (version > 2)
    word(s.newton_steps), word(s.rounds), word(s.complementarity_m_s);
  if (version > 3)
    word(s.normal_impulse_Ns), word(s.impulse_Ns);
  if (version > 4)
    word(s.volume_bound_m3), word(s.volume_error_bar_m3);
  if (version > 5)
    word(s.area_vector_bound_m2);
}

std::string_view bytes_of(const Words& words) {
  return {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint64_t)};
}

std::uint64_t number_of(const std::string& hexadecimal_digits) {
  std::uint64_t number = 0;
  std::from_chars(hexadecimal_digits.data(), hexadecimal_digits.data() + hexadecimal_digits.size(), number,
                  16);
  return number;
}

bool all_finite(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
}

} // namespace

Frame make_frame(const Snapshot& snapshot, std::span<const double> bodies) {
  Frame frame;
  frame.statistics = snapshot.statistics;
  frame.bodies.assign(bodies.begin(), bodies.end());
  for (const BodyState& body : snapshot.bodies) {
    const Vec3 &force = body.contact_force, &torque = body.contact_torque;
    frame.forces.push_back({force.x(), force.y(), force.z(), torque.x(), torque.y(), torque.z()});
  }
  if (!snapshot.drags.empty())
    frame.drag_force = snapshot.drags.front().force_N;
  return frame;
}

FrameFormat format_from(const Frame& first, const std::string& scene_hash) {
  return {first.forces.size(), first.bodies.size(), first.statistics.step, scene_hash};
}

FrameWriter::FrameWriter(std::filesystem::path path, const FrameFormat& format)
    : format_(format), file_(std::move(path)), next_step_(format.first_step) {
  words_ = {magic,          byte_order,        frame_file_version,          format.bodies,
            format.numbers, format.first_step, number_of(format.scene_hash)};
  words_.push_back(checksum(words_.data(), words_.size()));
  assert(words_.size() == header_words);
  file_.write(bytes_of(words_));
}

void FrameWriter::add(const Frame& frame) {
  assert(frame.statistics.step == next_step_ && frame.forces.size() == format_.bodies);
  ++next_step_;
  words_.clear();
  const PutWords put{words_};
  put(std::uint64_t{frame.bodies.size()});
  put(~std::uint64_t{frame.bodies.size()});
  each_word(frame_file_version, frame.statistics, put);
  assert(words_.size() == count_words(frame_file_version) + statistics_words(frame_file_version));
  for (const std::array<double, 6>& force : frame.forces)
    std::for_each(force.begin(), force.end(), put);
  put(frame.drag_force);
  std::for_each(frame.bodies.begin(), frame.bodies.end(), put);
  words_.push_back(checksum(words_.data(), words_.size()));
  file_.write(bytes_of(words_));
}

void FrameWriter::close() {
  file_.close();
}

FrameReader::FrameReader(std::filesystem::path path) : path_(std::move(path)) {
  require_regular_file(path_);
  stream_.open(path_, std::ios::binary);
  words_.resize(header_words);
  if (!read_words() || words_[0] != magic)
    refuse("is no frame stream, or one that was cut off before its first frame");
  if (words_[1] != byte_order)
    refuse("was written by a machine with another byte order");
  version_ = words_[2];
  if (version_ < oldest_frame_file_version || version_ > frame_file_version)
    refuse("has version " + std::to_string(version_) + ", and this program reads " +
           std::to_string(oldest_frame_file_version) + " to " + std::to_string(frame_file_version) +
           "; write it anew with lamina replay --frames");
  if (words_[7] != checksum(words_.data(), 7) || words_[3] > most_numbers || words_[4] > most_numbers)
    refuse("its header is damaged; write it anew with lamina replay --frames");
  format_ = {words_[3], words_[4], words_[5], hexadecimal(words_[6])};
  find_frames();
}

std::size_t FrameReader::length_of(std::uint64_t numbers) const {
  return count_words(version_) + statistics_words(version_) + 6 * format_.bodies + 1 + numbers + 1;
}

/// Goes from frame to frame by their lengths.
void FrameReader::find_frames() {
  std::error_code error;
  const std::uint64_t words = std::filesystem::file_size(path_, error) / sizeof(std::uint64_t);
  if (error)
    refuse("cannot be read");
  std::uint64_t numbers = format_.numbers;
  words_.resize(count_words(version_));
  for (std::uint64_t begin = header_words; begin + words_.size() < words; begin += length_of(numbers)) {
    if (!words_.empty()) {
      stream_.clear();
      stream_.seekg(static_cast<std::streamoff>(begin * sizeof(std::uint64_t)));
      if (!read_words() || words_[0] != ~words_[1] || words_[0] > most_numbers)
        refuse_frame(numbers_.size());
      numbers = words_[0];
    }
    if (begin + length_of(numbers) > words)
      break;
    numbers_.push_back(numbers);
    begins_.push_back(begin);
  }
}

void FrameReader::refuse_frame(std::uint64_t index) const {
  refuse("the frame of step " + std::to_string(format_.first_step + index) +
         " is damaged; write the stream anew with lamina replay --frames");
}

Frame FrameReader::read(std::uint64_t index) {
  assert(index < count());
  const std::size_t length = length_of(numbers_[index]);
  words_.resize(length);
  stream_.clear();
  stream_.seekg(static_cast<std::streamoff>(begins_[index] * sizeof(std::uint64_t)));
  if (!read_words())
    refuse("the frame of step " + std::to_string(format_.first_step + index) + " cannot be read");
  Frame frame;
  TakeWords take{words_.data() + count_words(version_)};
  each_word(version_, frame.statistics, take);
  frame.forces.resize(format_.bodies);
  for (std::array<double, 6>& force : frame.forces)
    for (double& number : force)
      take(number);
  take(frame.drag_force);
  frame.bodies.resize(numbers_[index]);
  for (double& number : frame.bodies)
    take(number);
  if (words_.back() != checksum(words_.data(), length - 1) ||
      frame.statistics.step != format_.first_step + index || !all_finite(frame.bodies))
    refuse_frame(index);
  return frame;
}

bool FrameReader::read_words() {
  const auto bytes = static_cast<std::streamsize>(words_.size() * sizeof(std::uint64_t));
  stream_.read(reinterpret_cast<char*>(words_.data()), bytes);
  return stream_.gcount() == bytes;
}

void FrameReader::refuse(const std::string& reason) const {
  throw InputError(path_.string(), 0, reason);
}

} // namespace lamina
