#include "gpu/opengl/opengl_queue.h"

namespace lamina::gpu {
namespace {

static_assert(sizeof(ldi::DevicePixel) == 112 && sizeof(ldi::ContactSum) == 16 && sizeof(ldi::RowSum) == 40 &&
                  sizeof(ldi::ImageTotals) == 32 && sizeof(ldi::RigidMoments) == 24 &&
                  sizeof(ldi::DeviceSamples) == 320 && sizeof(ldi::Run) == 48 &&
                  sizeof(ldi::DeviceGradient) == 32,
              "contacts.glsl and the shaders that sum and sample lay these out byte for byte");

std::string contact_text(const char* defines, std::initializer_list<const char*> files, const char* main) {
  std::string text =
      defines + gl_arithmetic() + gl_text("batch.glsl") + gl_text("launch.glsl") + gl_text("contacts.glsl");
  for (const char* file : files)
    text += gl_text(file);
  return text + gl_text(main);
}

} // namespace

void OpenglQueue::build_contacts() {
  pixels_ = built("contact pixels", contact_text("#define READS_MESHES\n#define READS_PLANES 5\n",
                                                 {"positions.glsl", "normals.glsl"}, "pixels_main.glsl"));
  const auto sums = [&](const char* name, const char* defines) {
    return built(name, contact_text(defines, {}, "sums_main.glsl"));
  };
  sum_rows_ = sums("sums of rows", "#define ROWS\n#define FIRST first_row\n");
  sum_row_cells_ = sums("sums of cells in rows",
                        "#define ROW_CELLS\n#define FIRST first_row_cell\n#define READS_PLANES 6\n");
  sum_images_ = sums("sums of images", "#define IMAGES\n");
  sum_cells_ = sums("sums of cells", "#define CELLS\n#define FIRST first_cell\n");
  count_groups_ = built("groups of samples", contact_text("#define GROUPS\n", {}, "friction_main.glsl"));
  write_samples_ = built("friction samples", contact_text("", {"positions.glsl"}, "friction_main.glsl"));
  find_runs_ = built("find runs", contact_text("#define FIND\n", {"units.glsl"}, "runs_main.glsl"));
  sum_runs_ = built("sums of runs", contact_text("", {"units.glsl"}, "runs_main.glsl"));
  const auto entries = [&](const char* name, const char* defines) {
    return built(name, contact_text(defines, {"units.glsl"}, "entries_main.glsl"));
  };
  join_ = entries("join entries", "#define JOIN\n");
  mark_ = entries("mark entries", "#define MARK\n");
  write_gradient_ = entries("write gradients", "#define WRITE\n");
}

void OpenglQueue::launch(std::size_t count, const ldi::MakePixels& stage) {
  bind_meshes(stage.batch);
  GlProgram::bind({0, 0, 0, 0, 0, buffer_of(stage.batch.planes), buffer_of(stage.found.intervals),
                   buffer_of(stage.found.owners), buffer_of(stage.pixels)});
  run(pixels_, count);
}

void OpenglQueue::launch(std::size_t count, const ldi::SumRows& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.batch.shifts),
                   buffer_of(stage.found.intervals), buffer_of(stage.found.begins), buffer_of(stage.pixels),
                   buffer_of(stage.rows)});
  run(sum_rows_, count, stage.pairs);
}

void OpenglQueue::launch(std::size_t count, const ldi::SumRowCells& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.batch.shifts),
                   buffer_of(stage.found.intervals), buffer_of(stage.found.begins), buffer_of(stage.pixels),
                   buffer_of(stage.row_cells), buffer_of(stage.batch.planes)});
  run(sum_row_cells_, count, stage.pairs);
}

void OpenglQueue::launch(std::size_t count, const ldi::SumImages& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), 0, 0, buffer_of(stage.found.begins),
                   buffer_of(stage.crossings), buffer_of(stage.rows), buffer_of(stage.totals),
                   buffer_of(stage.moments)});
  run(sum_images_, count);
}

void OpenglQueue::launch(std::size_t count, const ldi::SumCells& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), 0, 0, 0, 0, buffer_of(stage.row_cells),
                   buffer_of(stage.cells), buffer_of(stage.moments)});
  run(sum_cells_, count, stage.pairs);
}

void OpenglQueue::launch(std::size_t count, const ldi::CountGroups& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.column_intervals), buffer_of(stage.groups)});
  run(count_groups_, count, stage.first_pair);
}

void OpenglQueue::launch(std::size_t count, const ldi::WriteSamples& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.column_intervals), buffer_of(stage.begins),
                   buffer_of(stage.pixels), buffer_of(stage.groups)});
  write_samples_.set(3, stage.along_axis ? 1 : 0);
  run(write_samples_, count, stage.images);
}

void OpenglQueue::launch(std::size_t count, const ldi::FindRuns& stage) {
  GlProgram::bind({buffer_of(stage.view.pairs), buffer_of(stage.view.found.owners),
                   buffer_of(stage.view.pixels), 0, 0, buffer_of(stage.begins)});
  find_runs_.set(3, stage.pairs);
  run(find_runs_, count, stage.view.shares.of_each);
}

void OpenglQueue::launch(std::size_t count, const ldi::SumRuns& stage) {
  const ldi::IntervalsView& found = stage.view.found;
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(found.owners), buffer_of(stage.view.pixels),
                   buffer_of(found.intervals), buffer_of(found.begins), buffer_of(stage.view.totals),
                   buffer_of(stage.before), buffer_of(stage.runs), buffer_of(stage.batch.parts),
                   buffer_of(stage.batch.triangles)});
  sum_runs_.set(3, stage.batch.columns);
  run(sum_runs_, count, stage.view.shares.of_each);
}

void OpenglQueue::launch(std::size_t count, const ldi::JoinEntries& stage) {
  const ldi::EntriesView& view = stage.view;
  GlProgram::bind({0, buffer_of(view.runs), buffer_of(view.home), buffer_of(view.sums), buffer_of(view.first),
                   buffer_of(view.table)});
  run(join_, count, view.table_mask);
}

void OpenglQueue::launch(std::size_t count, const ldi::MarkFirst& stage) {
  GlProgram::bind({0, 0, buffer_of(stage.view.home), 0, buffer_of(stage.view.first), buffer_of(stage.marks)});
  run(mark_, count);
}

void OpenglQueue::launch(std::size_t count, const ldi::WriteGradient& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.view.runs), buffer_of(stage.view.home),
                   buffer_of(stage.view.sums), buffer_of(stage.shares.totals), buffer_of(stage.marks),
                   buffer_of(stage.before), buffer_of(stage.gradient)});
  run(write_gradient_, count);
}

} // namespace lamina::gpu
