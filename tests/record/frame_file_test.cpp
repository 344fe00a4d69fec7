#include "core/record/frame_file.h"

#include "core/base/error.h"
#include "core/base/hash.h"

#include <gtest/gtest.h>

#include <bit>

namespace lamina {
namespace {

using FileWords = std::vector<std::uint64_t>;

const FrameFormat stream_format{1, 2, 1, "00000000000000ab"};

Frame frame_of(std::uint64_t step) {
  Frame frame;
  frame.statistics.step = step;
  frame.statistics.colliding_points = 7;
  frame.statistics.newton_steps = 4;
  frame.statistics.rounds = 2;
  frame.statistics.complementarity_m_s = 1.0 / 3;
  frame.statistics.normal_impulse_Ns = 0.1;
  frame.statistics.impulse_Ns = 0.7;
  frame.statistics.volume_bound_m3 = 2e-6;
  frame.statistics.area_vector_bound_m2 = 3e-4;
  frame.statistics.volume_error_bar_m3 = 1e-6;
  frame.bodies = {0.25 * double(step), -1};
  frame.forces = {{1, 2, 3, 4, 5, 6}};
  frame.drag_force = 8;
  return frame;
}

FileWords words_of(const std::filesystem::path& path) {
  FileWords words(std::filesystem::file_size(path) / sizeof(std::uint64_t));
  std::ifstream(path, std::ios::binary)
      .read(reinterpret_cast<char*>(words.data()), std::streamsize(words.size() * sizeof(std::uint64_t)));
  return words;
}

void put_words(const std::filesystem::path& path, const FileWords& words) {
  std::ofstream(path, std::ios::binary)
      .write(reinterpret_cast<const char*>(words.data()),
             std::streamsize(words.size() * sizeof(std::uint64_t)));
}

/// Appends the checksum of the words from `begin` on.
void seal(FileWords& words, std::size_t begin) {
  std::uint64_t hash = 0;
  for (std::size_t i = begin; i < words.size(); ++i) {
    const double word = std::bit_cast<double>(words[i]);
    hash = hash_bits({&word, 1}, hash);
  }
  words.push_back(hash);
}

/// The stream as an older version has it: with the first of the 39 numbers of the statistics only, and
/// without the two that say how long a frame is.
FileWords as_version(std::uint64_t version, std::ptrdiff_t numbers, const FileWords& now,
                     std::size_t frames) {
  FileWords old(now.begin(), now.begin() + 7);
  old[2] = version;
  seal(old, 0);
  const std::size_t length = (now.size() - 8) / frames;
  for (std::size_t i = 0; i < frames; ++i) {
    const auto frame = now.begin() + std::ptrdiff_t(8 + i * length + 2);
    const std::size_t begin = old.size();
    old.insert(old.end(), frame, frame + numbers);
    old.insert(old.end(), frame + 39, frame + std::ptrdiff_t(length - 3));
    seal(old, begin);
  }
  return old;
}

class FrameFile : public testing::Test {
protected:
  FrameFile()
      : path_(std::filesystem::path(testing::TempDir()) /
              (std::string(testing::UnitTest::GetInstance()->current_test_info()->name()) + ".bin")) {
    FrameWriter writer(path_, stream_format);
    writer.add(frame_of(1));
    writer.add(frame_of(2));
    writer.close();
  }
  ~FrameFile() override { std::filesystem::remove(path_); }

  void expect_states(FrameReader& reader) {
    ASSERT_EQ(reader.count(), 2u);
    EXPECT_EQ(reader.format(), stream_format);
    for (const std::uint64_t step : {1, 2}) {
      const Frame read = reader.read(step - 1), written = frame_of(step);
      EXPECT_EQ(read.statistics.step, step);
      EXPECT_EQ(read.statistics.colliding_points, 7u);
      EXPECT_EQ(read.bodies, written.bodies);
      EXPECT_EQ(read.forces, written.forces);
      EXPECT_EQ(read.drag_force, 8);
    }
  }

  std::filesystem::path path_;
};

TEST_F(FrameFile, KeepsTheFiguresOfContact) {
  FrameReader reader(path_);
  expect_states(reader);
  const StepStatistics read = reader.read(1).statistics;
  EXPECT_EQ(read.newton_steps, 4);
  EXPECT_EQ(read.rounds, 2);
  EXPECT_EQ(read.complementarity_m_s, 1.0 / 3);
  EXPECT_EQ(read.normal_impulse_Ns, 0.1);
  EXPECT_EQ(read.impulse_Ns, 0.7);
  EXPECT_EQ(read.volume_bound_m3, 2e-6);
  EXPECT_EQ(read.volume_error_bar_m3, 1e-6);
  EXPECT_EQ(read.area_vector_bound_m2, 3e-4);
}

TEST_F(FrameFile, OfVersion2IsReadAndHasNoFiguresOfConstraints) {
  put_words(path_, as_version(2, 31, words_of(path_), 2));
  FrameReader reader(path_);
  expect_states(reader);
  const StepStatistics read = reader.read(1).statistics;
  EXPECT_EQ(read.newton_steps, 0);
  EXPECT_EQ(read.rounds, 0);
  EXPECT_EQ(read.complementarity_m_s, 0);
  EXPECT_EQ(read.normal_impulse_Ns, 0);
}

TEST_F(FrameFile, OfVersion3IsReadAndHasNoImpulses) {
  put_words(path_, as_version(3, 34, words_of(path_), 2));
  FrameReader reader(path_);
  expect_states(reader);
  const StepStatistics read = reader.read(1).statistics;
  EXPECT_EQ(read.complementarity_m_s, 1.0 / 3);
  EXPECT_EQ(read.normal_impulse_Ns, 0);
  EXPECT_EQ(read.impulse_Ns, 0);
}

TEST_F(FrameFile, OfVersion4IsReadAndHasNoErrorsOfVolumes) {
  put_words(path_, as_version(4, 36, words_of(path_), 2));
  FrameReader reader(path_);
  expect_states(reader);
  const StepStatistics read = reader.read(1).statistics;
  EXPECT_EQ(read.impulse_Ns, 0.7);
  EXPECT_EQ(read.volume_bound_m3, 0);
}

TEST_F(FrameFile, OfVersion5IsReadAndHasNoErrorsOfAreas) {
  put_words(path_, as_version(5, 38, words_of(path_), 2));
  FrameReader reader(path_);
  expect_states(reader);
  const StepStatistics read = reader.read(1).statistics;
  EXPECT_EQ(read.volume_error_bar_m3, 1e-6);
  EXPECT_EQ(read.area_vector_bound_m2, 0);
}

TEST_F(FrameFile, OfVersion6IsRead) {
  put_words(path_, as_version(6, 39, words_of(path_), 2));
  FrameReader reader(path_);
  expect_states(reader);
  EXPECT_EQ(reader.read(1).statistics.area_vector_bound_m2, 3e-4);
}

// A body that breaks has more numbers, and fewer once the run has gone back.
TEST_F(FrameFile, FramesMayHaveDifferentLengths) {
  FrameWriter writer(path_, stream_format);
  std::vector<Frame> written;
  for (const std::size_t more : {0u, 3u, 100u, 1u}) {
    written.push_back(frame_of(written.size() + 1));
    written.back().bodies.resize(2 + more, 0.5);
    writer.add(written.back());
  }
  writer.close();
  FrameReader reader(path_);
  ASSERT_EQ(reader.count(), written.size());
  for (const std::uint64_t index : {3u, 0u, 2u, 1u})
    EXPECT_EQ(reader.read(index).bodies, written[index].bodies);

  // One that was cut off holds what is whole of it.
  FileWords words = words_of(path_);
  words.pop_back();
  put_words(path_, words);
  EXPECT_EQ(FrameReader(path_).count(), written.size() - 1);
}

TEST_F(FrameFile, ADamagedLengthIsNotTakenForAStreamThatWasCutOff) {
  FileWords words = words_of(path_);
  const std::size_t second = 8 + (words.size() - 8) / 2;
  for (const std::size_t at : {second, second + 1}) {
    FileWords damaged = words;
    damaged[at] += 1000;
    put_words(path_, damaged);
    EXPECT_THROW(FrameReader{path_}, InputError);
  }
}

TEST_F(FrameFile, OfAnUnknownVersionIsRefused) {
  FileWords words = words_of(path_);
  for (const std::uint64_t version : {1u, 99u}) {
    words[2] = version;
    put_words(path_, words);
    EXPECT_THROW(FrameReader{path_}, InputError) << version;
  }
}

} // namespace
} // namespace lamina
