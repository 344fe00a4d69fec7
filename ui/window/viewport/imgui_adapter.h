#pragma once

#include <QString>

#include <array>
#include <deque>

class QEvent;
class QKeyEvent;
class QWidget;
struct ImGuiContext;

namespace lamina {

/// Everything between Qt and Dear ImGui: a context, events on their way in, drawing on its way out. Positions
/// are logical pixels of the widget. Changes of a button or key wait in a queue, so that a press and a
/// release between two frames are both seen, one frame after the other.
class ImGuiAdapter {
public:
  ImGuiAdapter();
  ~ImGuiAdapter();
  ImGuiAdapter(const ImGuiAdapter&) = delete;
  ImGuiAdapter& operator=(const ImGuiAdapter&) = delete;

  /// Takes mouse, wheel, key, enter and leave events; others are ignored.
  void take(const QEvent& event);

  /// Makes this context current, feeds it the waiting events and begins a frame. OpenGL must be current.
  void begin_frame(const QWidget& widget, double now_s);

  /// Ends the frame and draws it into the framebuffer that is bound.
  void end_frame();

  /// Frees what lives in OpenGL; OpenGL must be current.
  void release();

  bool events_wait() const { return !queue_.empty(); }
  bool holds_mouse() const;    ///< a widget is being dragged, or a list is open
  bool close_list();           ///< the list or menu that opened last; false if none is open
  bool wants_text() const;     ///< a field has the keyboard
  bool wants_keyboard() const; ///< a field, or panels walked through by keys
  void set_dark(bool dark);
  void set_scale(double scale); ///< of text and spacing, 1: as designed

  /// Keys walk through the panels (arrows, Space, Tab, Escape leaves) while this is on.
  void set_keyboard_walk(bool on);
  bool keyboard_walk() const { return keyboard_walk_; }

  /// What ImGui remembers of its windows, as text.
  std::string saved_layout() const;
  void restore_layout(const std::string& text);

private:
  struct Change {
    enum Kind { position, button, wheel, key, character } kind; ///< modifiers of buttons and keys
    float x = 0, y = 0;
    int index = 0; ///< button or key
    bool down = false;
    unsigned short unicode = 0;
    int modifiers = 0;
  };

  void make_current() const;
  void take_key(const QKeyEvent& event, bool down);
  void feed();
  void update_fonts();

  ImGuiContext* context_ = nullptr;
  std::deque<Change> queue_;
  double pixel_ratio_ = 1, scale_ = 1;
  double last_s_ = 0;
  bool dark_ = true, restyle_ = true, refont_ = true;
  bool drawing_ready_ = false;
  bool keyboard_walk_ = false;
};

} // namespace lamina
