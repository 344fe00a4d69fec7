#include "gpu/opengl/opengl_queue.h"

namespace lamina::gpu {

static_assert(sizeof(ldi::DevicePatch) == 144 && sizeof(ldi::VoxelRange) == 4,
              "patches_main.glsl and voxels.glsl lay these out byte for byte");

void OpenglQueue::build_patches() {
  const auto patches = [&](const char* name, const char* defines) {
    return built(name, defines + gl_arithmetic() + gl_text("units.glsl") + gl_text("voxels.glsl") +
                           gl_text("batch.glsl") + gl_text("launch.glsl") + gl_text("contacts.glsl") +
                           gl_text("patches_main.glsl"));
  };
  make_segments_ = patches("segments of columns", "#define SEGMENTS\n#define FIRST first_column\n");
  join_neighbours_ = patches("patches of neighbours", "#define NEIGHBOURS\n#define FIRST first_column\n");
  join_directions_ = patches("patches across directions", "#define DIRECTIONS\n");
  mark_patches_ = patches("mark patches", "#define MARK\n");
  count_patches_ = patches("count patches", "#define COUNT\n");
  sum_patches_ = patches("sums of patches", "#define SUM\n");
}

void OpenglQueue::launch(std::size_t count, const ldi::MakeSegments& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.view.found.intervals),
                   buffer_of(stage.view.found.begins), buffer_of(stage.view.ranges),
                   buffer_of(stage.view.parents)});
  run(make_segments_, count, stage.pairs);
}

void OpenglQueue::launch(std::size_t count, const ldi::JoinNeighbours& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), 0, buffer_of(stage.view.found.begins),
                   buffer_of(stage.view.ranges), buffer_of(stage.view.parents)});
  run(join_neighbours_, count, stage.pairs);
}

void OpenglQueue::launch(std::size_t count, const ldi::JoinDirections& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.view.found.intervals),
                   buffer_of(stage.view.found.begins), buffer_of(stage.view.ranges),
                   buffer_of(stage.view.parents), buffer_of(stage.view.found.owners)});
  run(join_directions_, count);
}

void OpenglQueue::launch(std::size_t count, const ldi::MarkPatches& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), 0, 0, 0, buffer_of(stage.view.parents),
                   buffer_of(stage.view.found.owners), buffer_of(stage.marks)});
  run(mark_patches_, count);
}

void OpenglQueue::launch(std::size_t count, const ldi::CountPatches& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), 0, buffer_of(stage.column_intervals), 0, 0, 0,
                   buffer_of(stage.before), buffer_of(stage.begins)});
  run(count_patches_, count);
}

void OpenglQueue::launch(std::size_t count, const ldi::SumPatches& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.view.found.intervals),
                   buffer_of(stage.view.found.begins), buffer_of(stage.totals), buffer_of(stage.view.parents),
                   buffer_of(stage.view.found.owners), buffer_of(stage.before), buffer_of(stage.batch.shifts),
                   buffer_of(stage.pixels), buffer_of(stage.patches)});
  run(sum_patches_, count, stage.batch.columns);
}

} // namespace lamina::gpu
