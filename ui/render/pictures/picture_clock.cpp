#include "ui/render/pictures/picture_clock.h"

#include "ui/render/gl/gl_api.h"

#include <string_view>

namespace lamina {
namespace {

GlObject make_query(unsigned target) {
  unsigned id = 0;
  glCreateQueries(target, 1, &id);
  return {GlKind::query, id};
}

} // namespace

bool draws_in_software() {
  const auto* text = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view name(text ? text : "");
  return name.find("llvmpipe") != name.npos || name.find("softpipe") != name.npos;
}

// Mesa's software renderer takes the elapsed time of the last tile alone. What it says right is when the last
// tile was done, and it begins at once.
void PictureClock::setup() {
  tiled_ = draws_in_software();
  for (Timed& picture : pictures_)
    picture.query = make_query(tiled_ ? GL_TIMESTAMP : GL_TIME_ELAPSED);
}

void PictureClock::begin() {
  Timed& picture = pictures_[next_];
  timing_ = !picture.under_way;
  if (!timing_)
    return;
  if (tiled_)
    glGetInteger64v(GL_TIMESTAMP, &picture.began_ns);
  else
    glBeginQuery(GL_TIME_ELAPSED, picture.query.id());
}

void PictureClock::end() {
  if (!timing_)
    return;
  Timed& picture = pictures_[next_];
  if (tiled_)
    glQueryCounter(picture.query.id(), GL_TIMESTAMP);
  else
    glEndQuery(GL_TIME_ELAPSED);
  picture.under_way = true;
  next_ = (next_ + 1) % pictures_.size();
}

std::optional<double> PictureClock::take_ms() {
  std::optional<double> newest;
  for (; pictures_[oldest_].under_way; oldest_ = (oldest_ + 1) % pictures_.size()) {
    Timed& picture = pictures_[oldest_];
    int finished = 0;
    glGetQueryObjectiv(picture.query.id(), GL_QUERY_RESULT_AVAILABLE, &finished);
    if (!finished)
      break;
    std::int64_t ns = 0;
    glGetQueryObjecti64v(picture.query.id(), GL_QUERY_RESULT, &ns);
    newest = 1e-6 * double(ns - picture.began_ns);
    picture.under_way = false;
  }
  return newest;
}

} // namespace lamina
