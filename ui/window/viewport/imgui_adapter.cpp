#include "ui/window/viewport/imgui_adapter.h"

#include "ui/panels/style.h"
#include "ui/window/viewport/panel_font.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace lamina {
namespace {

constexpr std::array<std::pair<int, int>, 23> key_map = {{
    {Qt::Key_Tab, ImGuiKey_Tab},
    {Qt::Key_Left, ImGuiKey_LeftArrow},
    {Qt::Key_Right, ImGuiKey_RightArrow},
    {Qt::Key_Up, ImGuiKey_UpArrow},
    {Qt::Key_Down, ImGuiKey_DownArrow},
    {Qt::Key_PageUp, ImGuiKey_PageUp},
    {Qt::Key_PageDown, ImGuiKey_PageDown},
    {Qt::Key_Home, ImGuiKey_Home},
    {Qt::Key_End, ImGuiKey_End},
    {Qt::Key_Insert, ImGuiKey_Insert},
    {Qt::Key_Delete, ImGuiKey_Delete},
    {Qt::Key_Backspace, ImGuiKey_Backspace},
    {Qt::Key_Space, ImGuiKey_Space},
    {Qt::Key_Return, ImGuiKey_Enter},
    {Qt::Key_Escape, ImGuiKey_Escape},
    {Qt::Key_Enter, ImGuiKey_KeyPadEnter},
    {Qt::Key_A, ImGuiKey_A},
    {Qt::Key_C, ImGuiKey_C},
    {Qt::Key_V, ImGuiKey_V},
    {Qt::Key_X, ImGuiKey_X},
    {Qt::Key_Y, ImGuiKey_Y},
    {Qt::Key_Z, ImGuiKey_Z},
    {Qt::Key_Backtab, ImGuiKey_Tab},
}};

// ImGui 1.86 has no key names of its own in KeysDown: the place in that array is the ImGuiKey itself.
int imgui_key(int qt_key) {
  const auto found =
      std::find_if(key_map.begin(), key_map.end(), [&](const auto& entry) { return entry.first == qt_key; });
  return found == key_map.end() ? -1 : found->second;
}

const char* clipboard_text(void* user_data) {
  auto& kept = *static_cast<QByteArray*>(user_data);
  kept = QApplication::clipboard()->text().toUtf8();
  return kept.constData();
}

void set_clipboard_text(void*, const char* text) {
  QApplication::clipboard()->setText(QString::fromUtf8(text));
}

int button_index(Qt::MouseButton button) {
  return button == Qt::LeftButton ? 0 : button == Qt::RightButton ? 1 : button == Qt::MiddleButton ? 2 : -1;
}

} // namespace

ImGuiAdapter::ImGuiAdapter() {
  static QByteArray clipboard;
  ImGuiContext* before = ImGui::GetCurrentContext();
  context_ = ImGui::CreateContext();
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.ConfigWindowsMoveFromTitleBarOnly = true;
  io.GetClipboardTextFn = clipboard_text;
  io.SetClipboardTextFn = set_clipboard_text;
  io.ClipboardUserData = &clipboard;
  for (int key = 0; key < ImGuiKey_COUNT; ++key)
    io.KeyMap[key] = key;
  io.MousePos = {-1e6f, -1e6f};
  ImGui::SetCurrentContext(before ? before : context_);
}

ImGuiAdapter::~ImGuiAdapter() {
  ImGui::DestroyContext(context_);
}

void ImGuiAdapter::make_current() const {
  ImGui::SetCurrentContext(context_);
}

void ImGuiAdapter::take(const QEvent& event) {
  switch (event.type()) {
  case QEvent::MouseButtonPress:
  case QEvent::MouseButtonDblClick:
  case QEvent::MouseButtonRelease: {
    const auto& mouse = static_cast<const QMouseEvent&>(event);
    const QPointF at = mouse.position();
    queue_.push_back({Change::position, float(at.x()), float(at.y())});
    if (const int index = button_index(mouse.button()); index >= 0)
      queue_.push_back({Change::button, 0, 0, index, event.type() != QEvent::MouseButtonRelease, 0,
                        int(mouse.modifiers())});
    break;
  }
  case QEvent::MouseMove: {
    const QPointF at = static_cast<const QMouseEvent&>(event).position();
    if (!queue_.empty() && queue_.back().kind == Change::position)
      queue_.pop_back();
    queue_.push_back({Change::position, float(at.x()), float(at.y())});
    break;
  }
  case QEvent::Leave:
    queue_.push_back({Change::position, -1e6f, -1e6f});
    break;
  case QEvent::Wheel: {
    const QPoint turn = static_cast<const QWheelEvent&>(event).angleDelta();
    queue_.push_back({Change::wheel, float(turn.x()) / 120, float(turn.y()) / 120});
    break;
  }
  case QEvent::KeyPress:
  case QEvent::KeyRelease:
    take_key(static_cast<const QKeyEvent&>(event), event.type() == QEvent::KeyPress);
    break;
  case QEvent::FocusOut:
    for (int key = 0; key < ImGuiKey_COUNT; ++key)
      queue_.push_back({Change::key, 0, 0, key, false});
    break;
  default:
    break;
  }
}

void ImGuiAdapter::take_key(const QKeyEvent& event, bool down) {
  const int modifiers = int(event.modifiers());
  const bool command = event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier);
  const QString text = event.text();
  const bool printable = !text.isEmpty() && text[0].isPrint() && !command;
  if (printable && down)
    for (const QChar character : text)
      queue_.push_back({Change::character, 0, 0, 0, true, character.unicode(), modifiers});

  // Printable keys reach fields as characters; walking through panels needs the space bar as a key.
  const int key = imgui_key(event.key());
  if (key >= 0 && (!printable || event.key() == Qt::Key_Space))
    queue_.push_back({Change::key, 0, 0, key, down, 0, modifiers});
}

void ImGuiAdapter::feed() {
  ImGuiIO& io = ImGui::GetIO();
  std::set<int> changed; // buttons as themselves, keys from 8 on
  bool moved = false;
  while (!queue_.empty()) {
    const Change& change = queue_.front();
    const int id = change.kind == Change::button ? change.index : 8 + change.index;
    switch (change.kind) {
    case Change::position:
      // A button acts where the pointer was: it moves on in the next frame.
      if (!changed.empty() && (io.MousePos.x != change.x || io.MousePos.y != change.y))
        return;
      moved = moved || io.MousePos.x != change.x || io.MousePos.y != change.y;
      io.MousePos = {change.x, change.y};
      break;
    case Change::wheel:
      io.MouseWheelH += change.x;
      io.MouseWheel += change.y;
      break;
    case Change::character:
      if (std::any_of(changed.begin(), changed.end(), [](int i) { return i >= 8; }))
        return;
      io.AddInputCharacterUTF16(change.unicode);
      break;
    case Change::button:
    case Change::key: {
      bool& state = change.kind == Change::button ? io.MouseDown[change.index] : io.KeysDown[change.index];
      if (state == change.down)
        break;
      // A drag whose events all come between two frames is a drag nevertheless: it is seen before it ends.
      if (change.kind == Change::button && !change.down && moved)
        return;
      if (!changed.insert(id).second)
        return;
      state = change.down;
      io.KeyCtrl = change.modifiers & Qt::ControlModifier;
      io.KeyShift = change.modifiers & Qt::ShiftModifier;
      io.KeyAlt = change.modifiers & Qt::AltModifier;
      break;
    }
    }
    queue_.pop_front();
  }
}

void ImGuiAdapter::update_fonts() {
  load_panel_font(pixel_ratio_, scale_);
  if (drawing_ready_) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
}

void ImGuiAdapter::begin_frame(const QWidget& widget, double now_s) {
  make_current();
  if (!drawing_ready_)
    drawing_ready_ = ImGui_ImplOpenGL3_Init("#version 450 core");
  if (restyle_) {
    apply_panel_style(dark_);
    ImGui::GetStyle().ScaleAllSizes(float(scale_));
  }
  const double ratio = widget.devicePixelRatioF();
  if (refont_ || ratio != pixel_ratio_) {
    pixel_ratio_ = ratio;
    update_fonts();
  }
  restyle_ = refont_ = false;
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {float(widget.width()), float(widget.height())};
  io.DisplayFramebufferScale = {float(ratio), float(ratio)};
  io.DeltaTime = float(std::clamp(now_s - last_s_, 1e-4, 0.25));
  last_s_ = now_s;
  feed();
  // Escape first leaves a field or a list, and only then the panels.
  const bool inside = io.WantTextInput || !ImGui::GetCurrentContext()->OpenPopupStack.empty();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
  if (keyboard_walk_ && !inside && ImGui::IsKeyPressed(ImGuiKey_Escape, false)) {
    set_keyboard_walk(false);
    ImGui::SetWindowFocus(nullptr);
  }
}

void ImGuiAdapter::end_frame() {
  ImGui::Render();
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void ImGuiAdapter::release() {
  make_current();
  if (drawing_ready_)
    ImGui_ImplOpenGL3_Shutdown();
  drawing_ready_ = false;
}

bool ImGuiAdapter::holds_mouse() const {
  make_current();
  // A field that has the keyboard is active too, but lets go of the mouse.
  const bool dragging =
      ImGui::IsAnyItemActive() && !ImGui::GetIO().WantTextInput && ImGui::GetIO().MouseDown[0];
  return dragging || !ImGui::GetCurrentContext()->OpenPopupStack.empty();
}

bool ImGuiAdapter::close_list() {
  make_current();
  const auto& popups = ImGui::GetCurrentContext()->OpenPopupStack;
  // Where keys walk through the panels, Escape is one of them.
  if (keyboard_walk_ || popups.empty())
    return false;
  // A submenu under the pointer would open again at once: it goes with its menu.
  int innermost = popups.Size - 1;
  while (innermost > 0 && popups[innermost].Window &&
         (popups[innermost].Window->Flags & ImGuiWindowFlags_ChildMenu) != 0)
    --innermost;
  ImGui::ClosePopupToLevel(innermost, true);
  return true;
}

bool ImGuiAdapter::wants_text() const {
  make_current();
  return ImGui::GetIO().WantTextInput;
}

bool ImGuiAdapter::wants_keyboard() const {
  return wants_text() || keyboard_walk_;
}

void ImGuiAdapter::set_dark(bool dark) {
  restyle_ = restyle_ || dark != dark_;
  dark_ = dark;
}

void ImGuiAdapter::set_scale(double scale) {
  if (scale == scale_)
    return;
  scale_ = scale;
  restyle_ = refont_ = true;
}

void ImGuiAdapter::set_keyboard_walk(bool on) {
  make_current();
  keyboard_walk_ = on;
  ImGuiIO& io = ImGui::GetIO();
  if (on)
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
  else
    io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

std::string ImGuiAdapter::saved_layout() const {
  make_current();
  return ImGui::SaveIniSettingsToMemory();
}

void ImGuiAdapter::restore_layout(const std::string& text) {
  make_current();
  ImGui::LoadIniSettingsFromMemory(text.data(), text.size());
}

} // namespace lamina
