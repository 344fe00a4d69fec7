#include "ui/panels/key_table.h"

#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>

namespace lamina {
namespace {

constexpr float around = 12; // left free between the table and the edges of the viewport
constexpr float smallest_scale = 0.5f;

/// One column of groups, and how wide its two halves are.
struct Column {
  std::vector<const KeyGroup*> groups;
  float keys = 0, actions = 0, rows = 0;
};

constexpr float heading_rows = 1.5f; // a heading and the gap above it

// Fills columns in order, each up to the height that an even share needs.
std::vector<Column> fill_columns(const std::vector<KeyGroup>& groups, int count) {
  float rows = 0;
  for (const KeyGroup& group : groups)
    rows += heading_rows + float(group.lines.size());
  std::vector<Column> columns(1);
  float done = 0;
  for (const KeyGroup& group : groups) {
    const float own = heading_rows + float(group.lines.size());
    // A group goes where its middle lies in an even share.
    if (!columns.back().groups.empty() && done + 0.5f * own > rows * float(columns.size()) / float(count))
      columns.emplace_back();
    Column& column = columns.back();
    column.groups.push_back(&group);
    column.rows += own;
    for (const KeyLine& line : group.lines) {
      column.keys = std::max(column.keys, ImGui::CalcTextSize(line.keys.c_str()).x);
      column.actions = std::max(column.actions, ImGui::CalcTextSize(line.action.c_str()).x);
    }
    done += own;
  }
  return columns;
}

struct Layout {
  std::vector<Column> columns;
  float scale = 0;
};

// The number of columns with which the text can be largest, at most its own size.
Layout find_layout(const std::vector<KeyGroup>& groups, float width, float height) {
  Layout best;
  const float gap = ImGui::GetFontSize();
  for (int count = 1; count <= 4; ++count) {
    Layout layout{fill_columns(groups, count), 1};
    float wide = 0, rows = 0;
    for (const Column& column : layout.columns) {
      wide += column.keys + column.actions + 2.5f * gap;
      rows = std::max(rows, column.rows);
    }
    const float high = rows * ImGui::GetTextLineHeightWithSpacing() + 2 * gap;
    layout.scale = std::min({1.0f, width / wide, height / high});
    if (layout.scale > best.scale)
      best = layout;
  }
  best.scale = std::max(best.scale, smallest_scale);
  return best;
}

void draw_column(PanelContext& context, const Column& column, float scale) {
  ImGui::BeginGroup();
  const float line = ImGui::GetTextLineHeightWithSpacing();
  for (const KeyGroup* group : column.groups) {
    ImGui::TextDisabled("%s", group->title.c_str());
    for (const KeyLine& entry : group->lines) {
      ImGui::TextColored(accent_colour(context.dark), "%s", entry.keys.c_str());
      ImGui::SameLine(column.keys * scale + 0.7f * ImGui::GetFontSize());
      ImGui::TextUnformatted(entry.action.c_str());
    }
    ImGui::Dummy({0, (heading_rows - 1) * line - ImGui::GetStyle().ItemSpacing.y});
  }
  ImGui::EndGroup();
}

} // namespace

const std::vector<KeyLine>& key_table() {
  static const std::vector<KeyLine> table = {
      {"left drag", "pull a body, or orbit"},
      {"Shift+drag", "pull in depth, or select in a box"},
      {"Ctrl+drag", "turn a body"},
      {"click", "select a body"},
      {"Shift+click", "select one more, or one less"},
      {"right click", "what can be done here"},
      {"right drag", "pan"},
      {"Ctrl+right drag", "cut soft tetrahedra; Ctrl+Z: undo"},
      {"wheel", "zoom"},
      {"click on a pixel", "pin it, or unpin it"},
      {"double click", "centre"},
      {"Escape", "end the innermost: drag, field, this, selection, pin"},
  };
  return table;
}

void draw_keys(PanelContext& context, const std::vector<KeyGroup>& menus, float width, float height) {
  std::vector<KeyGroup> groups{{"Mouse", key_table()}};
  groups.insert(groups.end(), menus.begin(), menus.end());
  const Layout layout = find_layout(groups, width - 2 * around, height - 2 * around);
  ImGui::SetNextWindowPos({width / 2, height / 2}, ImGuiCond_Always, {0.5f, 0.5f});
  ImGui::SetNextWindowBgAlpha(0.97f);
  ImGui::Begin("keys", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_AlwaysAutoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                   ImGuiWindowFlags_NoNav);
  ImGui::SetWindowFontScale(layout.scale);
  context.rects.record_window("keys");
  if (ImGui::IsWindowAppearing())
    ImGui::SetWindowFocus();
  for (const Column& column : layout.columns) {
    if (&column != layout.columns.data())
      ImGui::SameLine(0, 1.5f * ImGui::GetFontSize());
    draw_column(context, column, layout.scale);
  }
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    context.view.keys = false;
  ImGui::SetWindowFontScale(1);
  ImGui::End();
}

} // namespace lamina
