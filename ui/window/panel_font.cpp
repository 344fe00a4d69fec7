#include "ui/window/panel_font.h"

#include <QDirIterator>
#include <QFileInfo>
#include <QStandardPaths>
#include <QStringList>

#include <imgui.h>

#include <cmath>

namespace lamina {
namespace {

constexpr double font_size = 14;

// Latin, Greek, punctuation, super- and subscripts, arrows, mathematical signs, triangles.
constexpr ImWchar glyphs[] = {0x0020, 0x00ff, 0x0370, 0x03ff, 0x2010, 0x2027, 0x2070, 0x209f,
                              0x2190, 0x21ff, 0x2200, 0x22ff, 0x25a0, 0x25ff, 0};

// Fonts with all of those signs first. DejaVu comes with fontconfig, and so with Qt, on Debian.
QString find_font() {
  const QStringList names = {"DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf",
                             "FreeSans.ttf"};
  QString best;
  qsizetype best_rank = names.size();
  for (const QString& folder : QStandardPaths::standardLocations(QStandardPaths::FontsLocation)) {
    QDirIterator files(folder, names, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
      const QString path = files.next();
      const qsizetype rank = names.indexOf(QFileInfo(path).fileName());
      if (rank < best_rank) {
        best = path;
        best_rank = rank;
      }
    }
  }
  return best;
}

} // namespace

void load_panel_font(double pixel_ratio, double scale) {
  static const QByteArray path = find_font().toUtf8();
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  ImFontConfig config;
  config.OversampleH = 2;
  config.SizePixels = float(std::round(font_size * scale * pixel_ratio));
  if (path.isEmpty() || !io.Fonts->AddFontFromFileTTF(path.constData(), config.SizePixels, &config, glyphs))
    io.Fonts->AddFontDefault(&config);
  io.FontGlobalScale = float(font_size * scale) / config.SizePixels;
}

} // namespace lamina
