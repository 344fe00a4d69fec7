#include "ui/window/viewport/viewport.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QWheelEvent>

#include <imgui.h>

namespace lamina {

namespace {

constexpr double farthest_click = 4; // pixels: a hand that clicks moves less

HeldKeys held_keys(const QMouseEvent& event) {
  return {event.modifiers().testFlag(Qt::ShiftModifier), event.modifiers().testFlag(Qt::ControlModifier)};
}

} // namespace

// Rectangles answer at once; ImGui itself would only know after a frame with the pointer there.
bool Viewport::panel_has(double x, double y) const {
  return imgui_.holds_mouse() || panels_.rects.window_at(x, y);
}

bool Viewport::keyboard_goes_to_panels(const QKeyEvent& event) const {
  if (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) {
    const bool editing = event.key() == Qt::Key_A || event.key() == Qt::Key_C || event.key() == Qt::Key_V ||
                         event.key() == Qt::Key_X || event.key() == Qt::Key_Y || event.key() == Qt::Key_Z;
    return editing && imgui_.wants_text();
  }
  const bool function_key = event.key() >= Qt::Key_F1 && event.key() <= Qt::Key_F35;
  return !function_key && imgui_.wants_keyboard();
}

bool Viewport::event(QEvent* event) {
  // Accepting the override keeps a window-wide shortcut from taking a key that is meant for a field.
  if (event->type() == QEvent::ShortcutOverride && keyboard_goes_to_panels(*static_cast<QKeyEvent*>(event))) {
    event->accept();
    return true;
  }
  return QOpenGLWidget::event(event);
}

// What is recorded cannot be pulled: the mouse looks around instead.
std::shared_ptr<const Snapshot> Viewport::to_pull() const {
  return panels_.edit.locked.empty() ? pointed(latest_()) : nullptr;
}

void Viewport::mousePressEvent(QMouseEvent* event) {
  imgui_.take(*event);
  redraw();
  mouse_ = event->position();
  mouse_inside_ = true;
  pressed_ray_.reset();
  if (panel_has(mouse_.x(), mouse_.y()))
    return;
  choose_half(mouse_);
  const QPointF at = in_picture(mouse_);
  imgui_.set_keyboard_walk(false);
  held_at_press_ = held_keys(*event);
  pressed_ray_ = camera_.ray(at.x(), at.y(), size_in_points());
  move_.stop();
  pixel_tool_.forget_press();
  // Handles and pins are of the scene's own simulation.
  if (event->button() == Qt::LeftButton && press_triad())
    return;
  const bool left_in_first = event->button() == Qt::LeftButton && !in_second_;
  if (left_in_first && edit_tool_.press(at.x(), at.y(), size_in_points()))
    return;
  if (left_in_first && pixel_tool_.press(at.x(), at.y(), pixel_of(evidence_at(at.x(), at.y()))))
    edit_tool_.forget_click();
  else if (event->button() == Qt::LeftButton)
    pointer_.press_left(to_pull().get(), at.x(), at.y(), size_in_points(), panels_.edit.selected.bodies(),
                        held_at_press_);
  else if (event->button() == Qt::RightButton && held_at_press_.control)
    pointer_.press_cut(at.x(), at.y());
  else if (event->button() == Qt::RightButton || event->button() == Qt::MiddleButton)
    pointer_.press_right(at.x(), at.y());
  right_pressed_ = event->button() == Qt::RightButton ? std::optional(mouse_) : std::nullopt;
}

void Viewport::mouseReleaseEvent(QMouseEvent* event) {
  imgui_.take(*event);
  if (event->button() == Qt::LeftButton && pixel_tool_.release() == PixelTool::Click::too_many)
    emit said(tr("no more than %1 pixels can be pinned: Escape unpins the last, U all of them")
                  .arg(PixelPins::most));
  const HeldKeys keys = held_at_press_;
  if (event->button() == Qt::LeftButton && !in_second_)
    edit_tool_.release(event->position().x(), event->position().y(), size_in_points(), latest_().get(),
                       pointer_.picker(), keys.shift || keys.control);
  // A box selects what lies in it, and with Ctrl that too.
  if (const auto boxed = pointer_.boxed(pointed(latest_()).get(), size_in_points());
      boxed && panels_.edit.select) {
    Selection selection;
    if (keys.control)
      selection = panels_.edit.selected;
    for (const std::uint32_t body : *boxed)
      selection.add(body);
    panels_.edit.select(selection);
  }
  if (event->button() == Qt::RightButton)
    cut_along_stroke();
  pointer_.release();
  if (event->button() == Qt::RightButton && right_pressed_)
    ask_for_menu(event->position());
  right_pressed_.reset();
  redraw();
}

// A run that is played back says itself that it cannot be cut.
void Viewport::cut_along_stroke() {
  const auto stroke = pointer_.stroke();
  const auto now = pointed(latest_());
  if (!stroke || !now)
    return;
  const StrokeCut planned = cut_along(*stroke, *now, camera_, size_in_points(), pointer_.picker(), shapes_);
  const bool locked = !panels_.edit.locked.empty();
  if (!planned.cut.bodies.empty() || locked)
    post_(Event(planned.cut));
  if (!locked)
    emit said(QString::fromStdString(describe(planned, *now, !now->playing)));
}

// What is under the pointer decides which menu it is; those of pixels are of the scene's own simulation.
void Viewport::ask_for_menu(QPointF place) {
  const auto shown = pointed(panels_.snapshot);
  if (!shown)
    return;
  const QPointF at = in_picture(place);
  MenuTarget target;
  if (!in_second_ && panels_.view.contacts)
    target.pixel = pixel_of(evidence_at(at.x(), at.y()));
  if (const ContactPixelPair* pixel = target.pixel ? find_pixel(*shown, *target.pixel) : nullptr) {
    target.snapshot = shown;
    target.point = pixel_position(shown->pairs[target.pixel->pair].contacts, *pixel, target.pixel->end);
  }
  const auto hit = pointer_.picker().body(*shown, camera_.ray(at.x(), at.y(), size_in_points()));
  if (hit && !target.snapshot && (*shown->infos)[hit->body].mesh->sidedness == Sidedness::closed) {
    target.body = hit->body;
    target.point = hit->point;
  }
  menu_.asked = target;
}

void Viewport::mouseMoveEvent(QMouseEvent* event) {
  imgui_.take(*event);
  mouse_ = event->position();
  mouse_inside_ = true;
  if (event->buttons() == Qt::NoButton)
    choose_half(mouse_);
  const QPointF at = in_picture(mouse_);
  const bool coarse = event->modifiers().testFlag(Qt::ControlModifier);
  if (edit_tool_.move(at.x(), at.y(), size_in_points(), coarse)) {
    redraw();
    return;
  }
  if (right_pressed_ && QLineF(*right_pressed_, mouse_).length() > farthest_click)
    right_pressed_.reset();
  if (const auto pressed = pixel_tool_.move(at.x(), at.y()))
    pointer_.press_left(to_pull().get(), pressed->x, pressed->y, size_in_points(),
                        panels_.edit.selected.bodies(), held_keys(*event));
  const bool above = above_floor();
  if (pointer_.move(at.x(), at.y(), size_in_points(), held_keys(*event)) &&
      pointer_.action() == PointerTool::Action::pull)
    emit body_pulled();
  stay_above_floor(above);
  redraw();
}

void Viewport::mouseDoubleClickEvent(QMouseEvent* event) {
  redraw();
  // The first of the two clicks counts: it may have brought a panel, so that the picture has gone aside
  // since.
  const std::optional<Ray> ray = std::exchange(pressed_ray_, std::nullopt);
  if (!ray || event->button() != Qt::LeftButton)
    imgui_.take(*event);
  else if (const auto point = pointer_.point_on(pointed(latest_()).get(), *ray))
    panels_.camera.look_at(*point);
}

void Viewport::wheelEvent(QWheelEvent* event) {
  imgui_.take(*event);
  if (!panel_has(event->position().x(), event->position().y())) {
    choose_half(event->position());
    const QPointF at = in_picture(event->position());
    move_.stop();
    const bool above = above_floor();
    pointer_.wheel(event->angleDelta().y() / 120.0, at.x(), at.y(), size_in_points());
    stay_above_floor(above);
  }
  event->accept();
  redraw();
}

void Viewport::keyPressEvent(QKeyEvent* event) {
  const bool for_panels = imgui_.wants_keyboard() || imgui_.holds_mouse();
  imgui_.take(*event);
  if (event->key() == Qt::Key_Escape && !imgui_.close_list() && !for_panels)
    end_innermost();
  redraw();
}

// Escape ends one thing: what the hand holds, else what lies over the picture, else what is selected, else
// the newest pin.
void Viewport::end_innermost() {
  if (edit_tool_.forget_drag())
    return;
  if (pointer_.action() != PointerTool::Action::none) {
    pointer_.release();
    edit_tool_.forget_click();
  } else if (panels_.view.keys) {
    panels_.view.keys = false;
    emit view_chosen();
  } else if (!panels_.edit.selected.empty()) {
    panels_.edit.select({});
  } else {
    pixel_tool_.unpin_last();
  }
}

void Viewport::keyReleaseEvent(QKeyEvent* event) {
  imgui_.take(*event);
  redraw();
}

void Viewport::leaveEvent(QEvent* event) {
  imgui_.take(*event);
  mouse_inside_ = false;
  redraw();
}

void Viewport::focusOutEvent(QFocusEvent* event) {
  imgui_.take(*event);
  QOpenGLWidget::focusOutEvent(event);
}

} // namespace lamina
