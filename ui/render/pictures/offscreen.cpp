#include "ui/render/pictures/offscreen.h"

#include "core/base/error.h"
#include "ui/render/gl/egl_context.h"
#include "ui/render/gl/gl_api.h"
#include "ui/render/gl/gl_objects.h"
#include "ui/render/scene_renderer.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace lamina {
namespace {

/// Somewhat more than a picture of 7680 x 4320; with its samples that takes 1.3 GB.
constexpr double most_pixels = 4e7;

/// Makes a context current for a scope.
struct Current {
  const EglContext& context;
  explicit Current(const EglContext& c) : context(c) { context.make_current(); }
  ~Current() { context.release(); }
  Current(const Current&) = delete;
  Current& operator=(const Current&) = delete;
};

GlObject make_storage(unsigned format, int width, int height) {
  unsigned id = 0;
  glCreateRenderbuffers(1, &id);
  glNamedRenderbufferStorage(id, format, width, height);
  return {GlKind::renderbuffer, id};
}

void attach(const GlObject& framebuffer, unsigned place, const GlObject& storage) {
  glNamedFramebufferRenderbuffer(framebuffer.id(), place, GL_RENDERBUFFER, storage.id());
}

/// Where a picture is drawn to be read.
struct Target {
  GlObject colour, depth, framebuffer;

  Target(int width, int height)
      : colour(make_storage(GL_RGBA8, width, height)),
        depth(make_storage(GL_DEPTH_COMPONENT24, width, height)), framebuffer(make_framebuffer()) {
    attach(framebuffer, GL_COLOR_ATTACHMENT0, colour);
    attach(framebuffer, GL_DEPTH_ATTACHMENT, depth);
    if (glCheckNamedFramebufferStatus(framebuffer.id(), GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
      throw std::runtime_error("the OpenGL driver has no room for a picture of " + std::to_string(width) +
                               " x " + std::to_string(height));
  }
};

/// The rows of the framebuffer, which come from the bottom, turned over; opaque all over.
Image read_back(const GlObject& framebuffer, int width, int height) {
  Image image{width, height, {}};
  const std::size_t row = 4 * static_cast<std::size_t>(width);
  image.rgba.resize(row * static_cast<std::size_t>(height));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer.id());
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, image.rgba.data());
  for (std::size_t top = 0, bottom = static_cast<std::size_t>(height) - 1; top < bottom; ++top, --bottom)
    std::swap_ranges(&image.rgba[top * row], &image.rgba[top * row] + row, &image.rgba[bottom * row]);
  for (std::size_t i = 3; i < image.rgba.size(); i += 4)
    image.rgba[i] = 255;
  return image;
}

} // namespace

struct OffscreenRenderer::State {
  EglContext context;
  std::string driver;
  int largest = 0;
  std::optional<SceneRenderer> renderer;

  State() {
    const Current current(context);
    renderer.emplace();
    renderer->setup();
    glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &largest);
    for (const unsigned part : {GL_RENDERER, GL_VERSION}) {
      const auto* text = reinterpret_cast<const char*>(glGetString(part));
      driver += (driver.empty() ? "" : ", OpenGL ") + std::string(text ? text : "unknown");
    }
  }
  ~State() {
    const Current current(context);
    renderer.reset();
  }
};

OffscreenRenderer::OffscreenRenderer() : state_(std::make_unique<State>()) {}
OffscreenRenderer::~OffscreenRenderer() = default;

const std::string& OffscreenRenderer::driver() const {
  return state_->driver;
}

const ShownScales& OffscreenRenderer::scales() const {
  return state_->renderer->scales();
}

std::uint64_t OffscreenRenderer::contact_uploads() const {
  return state_->renderer->contact_uploads();
}

std::uint64_t OffscreenRenderer::contacts_from_device() const {
  return state_->renderer->contacts_from_device();
}

std::unique_ptr<SharedContext> OffscreenRenderer::shared_context() const {
  return share(state_->context);
}

std::optional<double> OffscreenRenderer::take_picture_ms() {
  const Current current(state_->context);
  return state_->renderer->take_picture_ms();
}

Image OffscreenRenderer::render(const Snapshot& snapshot, const Camera& camera, const ViewOptions& options,
                                int width, int height) {
  return draw(snapshot, camera, options, width, height);
}

Image OffscreenRenderer::render(const std::shared_ptr<const Snapshot>& snapshot, const Camera& camera,
                                const ViewOptions& options, int width, int height) {
  return draw(snapshot, camera, options, width, height);
}

template <class Shown>
Image OffscreenRenderer::draw(const Shown& snapshot, const Camera& camera, const ViewOptions& options,
                              int width, int height) {
  if (width < 1 || height < 1 || width > state_->largest || height > state_->largest ||
      double(width) * height > most_pixels)
    throw InputError("a picture of " + std::to_string(width) + " x " + std::to_string(height) +
                     " cannot be drawn: each side must be 1 to " + std::to_string(state_->largest) +
                     " pixels, and the whole at most 40 million");
  const Current current(state_->context);
  while (glGetError() != GL_NO_ERROR)
    continue;
  const Target target(width, height);
  state_->renderer->render(snapshot, camera, options, width, height, target.framebuffer.id());
  Image image = read_back(target.framebuffer, width, height);
  if (const unsigned error = glGetError(); error != GL_NO_ERROR)
    throw std::runtime_error("the OpenGL driver reports error " + std::to_string(error) + " while drawing");
  return image;
}

} // namespace lamina
