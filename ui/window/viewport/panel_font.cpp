#include "ui/window/viewport/panel_font.h"

#include <QFile>

#include <imgui.h>

#include <cmath>

namespace lamina {
namespace {

constexpr double font_size = 15;

// Latin, Greek, punctuation, super- and subscripts from the one; arrows, operators and shapes from the other.
constexpr ImWchar text_glyphs[] = {0x0020, 0x017f, 0x0370, 0x03ff, 0x2010, 0x203a,
                                   0x2070, 0x209f, 0x20ac, 0x20ac, 0};
constexpr ImWchar sign_glyphs[] = {0x2190, 0x23ff, 0x25a0, 0x25ff, 0};

/// A font that is compiled in.
QByteArray font_file(const QString& name) {
  QFile file(":/fonts/" + name);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void add_font(const QByteArray& data, const ImWchar* glyphs, ImFontConfig config) {
  config.FontDataOwnedByAtlas = false;
  ImGui::GetIO().Fonts->AddFontFromMemoryTTF(const_cast<char*>(data.constData()), int(data.size()),
                                             config.SizePixels, &config, glyphs);
}

} // namespace

void load_panel_font(double pixel_ratio, double scale) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  ImFontConfig config;
  config.OversampleH = 2;
  config.SizePixels = float(std::round(font_size * scale * pixel_ratio));
  // The atlas reads from the files whenever it is built again, so they live as long as the program.
  static const QByteArray text = font_file("NotoSans-Regular.ttf"),
                          signs = font_file("NotoSansMath-Regular.ttf");
  add_font(text, text_glyphs, config);
  config.MergeMode = true;
  add_font(signs, sign_glyphs, config);
  io.FontGlobalScale = float(font_size * scale) / config.SizePixels;
}

} // namespace lamina
