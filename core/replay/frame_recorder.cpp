#include "core/replay/frame_recorder.h"

#include <stdexcept>
#include <system_error>

namespace lamina {

FrameRecorder::FrameRecorder(const std::filesystem::path& folder, std::string scene_hash)
    : path_(folder / frame_file_name), part_(folder / (std::string(frame_file_name) + ".part")),
      scene_hash_(std::move(scene_hash)) {}

FrameRecorder::~FrameRecorder() {
  if (!writer_)
    return;
  writer_.reset();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

void FrameRecorder::add(const Simulation& simulation) {
  const Frame frame = make_frame(*simulation.recorded_snapshot(), simulation.body_states());
  if (!writer_)
    writer_.emplace(part_, format_from(frame, scene_hash_));
  writer_->add(frame);
}

void FrameRecorder::finish() {
  if (!writer_)
    return;
  writer_->close();
  writer_.reset();
  std::error_code error;
  std::filesystem::rename(part_, path_, error);
  if (error)
    throw std::runtime_error(path_.string() + ": cannot be written: " + error.message());
}

ReplayResult write_frames(const RecordedRun& run, const Progress& progress) {
  FrameRecorder frames(run.folder, run.scene_hash);
  ReplayOptions options;
  options.progress = progress;
  options.to_the_end = true;
  options.after_step = [&](const Simulation& now) { frames.add(now); };
  const ReplayResult result = replay(run, open_run_scene(run, progress).scene, options);
  frames.finish();
  return result;
}

} // namespace lamina
