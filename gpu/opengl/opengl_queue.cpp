#include "gpu/opengl/opengl_queue.h"

#include "gpu/opengl/gl_api.h"
#include "gpu/opengl/gl_context.h"

#include <algorithm>
#include <chrono>
#include <limits>

namespace lamina::gpu {
namespace {

static_assert(sizeof(ldi::PairView) == 448 && sizeof(ldi::PartView) == 20 && sizeof(ldi::ItemRun) == 24 &&
                  sizeof(ldi::PlacedView) == 104 && sizeof(ldi::Fragment) == 32 &&
                  sizeof(ldi::Crossing) == 16 && sizeof(ldi::Interval) == 64 &&
                  sizeof(ldi::DeviceTriangle) == 12 && sizeof(ldi::NumberView) == 16 &&
                  sizeof(ldi::FaultyColumn) == 8,
              "batch.glsl, contacts.glsl and the shaders of numbers lay these out byte for byte");

std::string raster_text(const char* defines) {
  return std::string("#define READS_ITEMS\n") + defines + gl_arithmetic() + gl_text("batch.glsl") +
         gl_text("launch.glsl") + gl_text("raster.glsl") + gl_in_both_widths("rows.glsl") +
         gl_text("raster_main.glsl");
}

std::string column_text(const char* defines, const std::string& main) {
  return defines + gl_arithmetic() + gl_text("batch.glsl") + gl_text("launch.glsl") +
         gl_text("contacts.glsl") + gl_text("columns.glsl") + gl_text("walk.glsl") + gl_text("levels.glsl") +
         gl_text("self_columns.glsl") + main;
}

std::string scan_text(const char* defines) {
  return defines + gl_text("launch.glsl") + gl_text("scan.glsl");
}

std::size_t limit_of(const OpenglSettings& settings) {
  GLint64 limit = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &limit);
  return std::min(settings.storage_limit, static_cast<std::size_t>(limit));
}

/// Software renderers count what it takes to hand work over, not to do it.
bool has_clock(const std::string& renderer) {
  GLint bits = 0;
  glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &bits);
  return bits >= 32 && !in_software(renderer);
}

/// Buffers that a shader can have at a time.
GLint bindings() {
  GLint of_shader = 0, in_all = 0;
  glGetIntegerv(GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS, &of_shader);
  glGetIntegerv(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, &in_all);
  return std::min(of_shader, in_all);
}

/// So many are needed to make contacts.
constexpr GLint contact_bindings = 10;

std::uint64_t groups_for(std::uint64_t count, std::uint64_t of_each) {
  return (count + of_each - 1) / of_each;
}

} // namespace

OpenglQueue::OpenglQueue(const std::string& renderer, const OpenglSettings& settings)
    : renderer_(renderer), settings_(settings), storage_limit_(limit_of(settings)),
      timestamps_(has_clock(renderer)) {
  glCreateQueries(GL_TIMESTAMP, static_cast<GLsizei>(queries_.size()), queries_.data());
  build_layers();
  makes_contacts_ = settings.contacts.value_or(!in_software(renderer)) && bindings() >= contact_bindings;
  if (makes_contacts_) {
    build_contacts();
    build_patches();
  }
}

OpenglQueue::~OpenglQueue() {
  for (const unsigned program : all_programs_)
    glDeleteProgram(program);
  glDeleteBuffers(static_cast<GLsizei>(all_buffers_.size()), all_buffers_.data());
  glDeleteQueries(static_cast<GLsizei>(queries_.size()), queries_.data());
}

GlProgram OpenglQueue::built(const char* name, const std::string& text) {
  const std::string whole = gl_preamble() + settings_.shader_prefix + text;
  if (settings_.before_shader)
    settings_.before_shader(name, whole);
  const GlProgram program(renderer_, name, whole);
  all_programs_.push_back(program.id());
  return program;
}

void OpenglQueue::build_layers() {
  count_items_ = built("count crossings", raster_text("#define COUNT\n"));
  store_items_ = built("store crossings", raster_text("#define STORE\n"));
  count_large_ = built("count crossings of large triangles", raster_text("#define COUNT\n#define LARGE\n"));
  store_large_ = built("store crossings of large triangles", raster_text("#define STORE\n#define LARGE\n"));
  sort_ =
      built("sort columns", column_text("#define SORT\n", gl_text("sort.glsl") + gl_text("sort_main.glsl")));
  write_ = built("write intervals", column_text("", gl_text("write_main.glsl")));
  rest_ =
      built("what bodies overlap at rest",
            "#define READS_MESHES\n#define WITHOUT_SHIFTS\n#define FIRST first_column\n" + gl_arithmetic() +
                gl_text("batch.glsl") + gl_text("launch.glsl") + gl_text("contacts.glsl") +
                gl_text("positions.glsl") + gl_text("normals.glsl") + gl_text("rest_main.glsl"));
  move_ = built("move vertices", gl_text("launch.glsl") + gl_text("move_main.glsl"));
  place_ = built("place vertices", gl_text("launch.glsl") + gl_text("pose_main.glsl"));
  block_sums_ = built("sums of blocks", scan_text("#define BLOCK_SUMS\n"));
  sum_blocks_ = built("sums before blocks", scan_text("#define SUM_BLOCKS\n"));
  spread_ = built("sums before counts", scan_text("#define SPREAD\n"));
  const auto limit = [&](const char* defines) {
    return built("limit a number", defines + gl_text("launch.glsl") + gl_text("limit_main.glsl"));
  };
  limit_narrow_ = limit("");
  limit_wide_ = limit("#define WIDE\n");
}

template <class Total>
void OpenglQueue::limit_number(const GlProgram& program, const ldi::LimitNumber<Total>& stage) {
  GlProgram::bind({buffer_of(stage.total), buffer_of(stage.before), buffer_of(stage.number)});
  program.set(3, stage.room);
  program.set(5, stage.before ? 1 : 0);
  run(program, 1, stage.factor);
}

void OpenglQueue::launch(std::size_t, const ldi::LimitNumber<std::uint32_t>& stage) {
  limit_number(limit_narrow_, stage);
}

void OpenglQueue::launch(std::size_t, const ldi::LimitNumber<std::uint64_t>& stage) {
  limit_number(limit_wide_, stage);
}

void OpenglQueue::launch(std::size_t count, const ldi::MoveVertices& stage) {
  GlProgram::bind({buffer_of(stage.moved), buffer_of(stage.moved_to), buffer_of(stage.positions)});
  run(move_, count);
}

void OpenglQueue::launch(std::size_t count, const ldi::PoseVertices& stage) {
  GlProgram::bind({buffer_of(stage.bodies), buffer_of(stage.rest), buffer_of(stage.positions)});
  place_.set(3, stage.first_vertex);
  run(place_, count, stage.body_count);
}

void OpenglQueue::launch(std::size_t count, const ldi::RasteriseItems<ldi::CountCrossings>& stage) {
  bind_items(stage.batch);
  GlProgram::bind({0, 0, 0, 0, 0, buffer_of(stage.cross.counts), buffer_of(stage.large.list),
                   buffer_of(stage.large.count)});
  run(count_items_, count, stage.batch.run_count);
}

void OpenglQueue::launch(std::size_t count, const ldi::RasteriseItems<ldi::StoreCrossings>& stage) {
  bind_items(stage.batch);
  GlProgram::bind({0, 0, 0, 0, 0, buffer_of(stage.cross.next), buffer_of(stage.cross.fragments)});
  run(store_items_, count, stage.batch.run_count);
}

void OpenglQueue::launch(std::size_t count, const ldi::RasteriseLarge<ldi::CountCrossings>& stage) {
  bind_items(stage.batch);
  GlProgram::bind({0, 0, 0, 0, 0, buffer_of(stage.cross.counts), 0, buffer_of(stage.list)});
  run(count_large_, count, stage.batch.run_count);
}

void OpenglQueue::launch(std::size_t count, const ldi::RasteriseLarge<ldi::StoreCrossings>& stage) {
  bind_items(stage.batch);
  GlProgram::bind(
      {0, 0, 0, 0, 0, buffer_of(stage.cross.next), buffer_of(stage.cross.fragments), buffer_of(stage.list)});
  run(store_large_, count, stage.batch.run_count);
}

void OpenglQueue::launch(std::size_t count, const ldi::MeasureRest& stage) {
  bind_meshes(stage.batch);
  GlProgram::bind({0, 0, 0, 0, buffer_of(stage.columns.fragments), buffer_of(stage.columns.begins),
                   buffer_of(stage.batch.offsets), buffer_of(stage.rest)});
  rest_.set(3, stage.batch.crossing_limit);
  run(rest_, count, stage.pairs);
}

void OpenglQueue::launch(std::size_t count, const ldi::SortColumns& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.columns.fragments),
                   buffer_of(stage.columns.begins), buffer_of(stage.columns.crossings),
                   buffer_of(stage.intervals), buffer_of(stage.faults.list), buffer_of(stage.faults.count),
                   buffer_of(stage.columns.rest)});
  sort_.set(5, stage.faults.room);
  sort_.set(3, stage.batch.crossing_limit);
  run(sort_, count, stage.pairs);
}

void OpenglQueue::launch(std::size_t count, const ldi::WriteIntervals& stage) {
  GlProgram::bind({buffer_of(stage.batch.pairs), buffer_of(stage.columns.fragments),
                   buffer_of(stage.columns.begins), buffer_of(stage.columns.crossings),
                   buffer_of(stage.begins), buffer_of(stage.intervals), buffer_of(stage.owners),
                   buffer_of(stage.columns.rest)});
  run(write_, count, stage.pairs);
}

void OpenglQueue::exclusive_scan(const std::uint32_t* counts, std::uint32_t* begins, std::size_t count,
                                 std::uint64_t* total) {
  const std::uint64_t blocks = groups_for(count, std::uint64_t{gl_group} * gl_scan_each);
  sums_.reserve(*this, blocks + 1);
  GlProgram::bind({buffer_of(counts), buffer_of(sums_.data()), buffer_of(begins)});
  for (const GlProgram* program : {&block_sums_, &sum_blocks_, &spread_})
    program->set(2, static_cast<std::uint32_t>(blocks));
  run_groups(block_sums_, blocks, count);
  run_groups(sum_blocks_, 1, count);
  run_groups(spread_, blocks, count);
  glCopyNamedBufferSubData(buffer_of(sums_.data()), buffer_of(total),
                           static_cast<GLintptr>(blocks * sizeof *total), 0, sizeof *total);
  check("copying memory");
}

void OpenglQueue::copy(const std::uint32_t* from, std::uint32_t* to, std::size_t count) {
  glCopyNamedBufferSubData(buffer_of(from), buffer_of(to), 0, 0, static_cast<GLsizeiptr>(count * sizeof *to));
  check("copying memory");
}

void OpenglQueue::mark(int k) {
  const std::size_t index = static_cast<std::size_t>(k);
  if (timestamps_) {
    glQueryCounter(queries_[index], GL_TIMESTAMP);
    return;
  }
  glFinish();
  marks_[index] = std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double OpenglQueue::seconds_between(int k, int l) const {
  const std::size_t from = static_cast<std::size_t>(k), to = static_cast<std::size_t>(l);
  if (!timestamps_)
    return marks_[to] - marks_[from];
  GLuint64 begin = 0, end = 0;
  glGetQueryObjectui64v(queries_[from], GL_QUERY_RESULT, &begin);
  glGetQueryObjectui64v(queries_[to], GL_QUERY_RESULT, &end);
  check("asking for the time");
  return 1e-9 * static_cast<double>(end - begin);
}

void OpenglQueue::grow(unsigned& buffer, std::size_t& bytes, std::size_t wanted) {
  // Shaders read whole words.
  wanted = (std::max<std::size_t>(wanted, 1) + 15) / 16 * 16;
  if (wanted <= bytes)
    return;
  if (wanted > storage_limit_)
    throw ldi::DeviceError("OpenGL renderer " + renderer_ + ": one buffer would need " +
                           std::to_string(wanted >> 20) + " MiB, and its shaders reach " +
                           std::to_string(storage_limit_ >> 20) +
                           " MiB (GL_MAX_SHADER_STORAGE_BLOCK_SIZE); a lower resolution needs less");
  const std::size_t grown = std::min(wanted + wanted / 4 / 16 * 16, storage_limit_);
  if (!buffer) {
    glCreateBuffers(1, &buffer);
    all_buffers_.push_back(buffer);
  }
  glNamedBufferData(buffer, static_cast<GLsizeiptr>(grown), nullptr, GL_DYNAMIC_COPY);
  check("taking " + std::to_string(grown >> 20) + " MiB of memory");
  bytes = grown;
}

void OpenglQueue::write(unsigned buffer, const void* from, std::size_t bytes) {
  if (bytes == 0)
    return;
  glNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(bytes), from);
  check("sending data to it");
}

void OpenglQueue::read(unsigned buffer, std::size_t bytes, void* to) {
  if (bytes == 0)
    return;
  glGetNamedBufferSubData(buffer, 0, static_cast<GLsizeiptr>(bytes), to);
  check("reading data from it");
}

void OpenglQueue::zero(unsigned buffer, std::size_t bytes) {
  const GLsizeiptr words = static_cast<GLsizeiptr>((bytes + 3) / 4 * 4);
  const GLuint nothing = 0;
  if (words > 0)
    glClearNamedBufferSubData(buffer, GL_R32UI, 0, words, GL_RED_INTEGER, GL_UNSIGNED_INT, &nothing);
  check("clearing memory");
}

void OpenglQueue::bind_meshes(const ldi::BatchView& batch) {
  GlProgram::bind({buffer_of(batch.pairs), buffer_of(batch.positions), buffer_of(batch.triangles),
                   buffer_of(batch.parts), buffer_of(batch.shifts)});
}

void OpenglQueue::bind_items(const ldi::BatchView& batch) {
  GlProgram::bind({buffer_of(batch.pairs), buffer_of(batch.positions), buffer_of(batch.triangles),
                   buffer_of(batch.runs), buffer_of(batch.shifts)});
}

void OpenglQueue::run(const GlProgram& program, std::size_t count) {
  program.set(4, !limit_.by ? 0 : limit_.counted ? 2 : 1);
  if (limit_.by)
    glBindBufferBase(GL_UNIFORM_BUFFER, 0, buffer_of(limit_.by));
  run_groups(program, groups_for(count, gl_group), count);
}

void OpenglQueue::run(const GlProgram& program, std::size_t count, std::uint32_t parts) {
  program.set(2, parts);
  run(program, count);
}

void OpenglQueue::run_groups(const GlProgram& program, std::uint64_t groups, std::size_t count) {
  if (++launches_ == settings_.losing_launch)
    throw ldi::DeviceError("OpenGL renderer " + renderer_ +
                           ": running a shader failed: the context was lost");
  if (count > std::numeric_limits<std::uint32_t>::max() - gl_group)
    throw ldi::DeviceError("OpenGL renderer " + renderer_ +
                           ": the step has too many triangles for one batch");
  program.set(1, static_cast<std::uint32_t>(count));
  if (launches_ == settings_.failing_launch)
    glDispatchCompute(std::numeric_limits<GLuint>::max(), 1, 1);
  program.run(groups, settings_.groups_at_once);
  check("starting a shader");
}

} // namespace lamina::gpu
