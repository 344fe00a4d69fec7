#include "ui/panels/style.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace lamina {
namespace {

ImVec4 rgb(int hex, float alpha = 1) {
  return {float(hex >> 16 & 255) / 255, float(hex >> 8 & 255) / 255, float(hex & 255) / 255, alpha};
}

struct Palette {
  ImVec4 window, title, text, faint, frame, frame_hovered, frame_active, accent, border, popup;
};

Palette palette(bool dark) {
  if (dark)
    return {rgb(0x1d2126, 0.90f), rgb(0x2a3038, 0.95f), rgb(0xe4e7ea), rgb(0xa3adb8),
            rgb(0x343b44),        rgb(0x414a55),        rgb(0x4c5764), rgb(0x5aa9e6),
            rgb(0x48515c, 0.7f),  rgb(0x23282e, 0.98f)};
  return {rgb(0xfafbfc, 0.90f), rgb(0xe3e8ed, 0.96f), rgb(0x1c2126), rgb(0x525c66),
          rgb(0xe0e5ea),        rgb(0xd2dae2),        rgb(0xc2cdd8), rgb(0x155d9c),
          rgb(0xb4bec8, 0.8f),  rgb(0xffffff, 0.98f)};
}

void set_colours(const Palette& p) {
  ImVec4* c = ImGui::GetStyle().Colors;
  const ImVec4 clear(0, 0, 0, 0);
  c[ImGuiCol_Text] = p.text;
  c[ImGuiCol_TextDisabled] = p.faint;
  c[ImGuiCol_WindowBg] = p.window;
  c[ImGuiCol_ChildBg] = clear;
  c[ImGuiCol_PopupBg] = p.popup;
  c[ImGuiCol_Border] = p.border;
  c[ImGuiCol_FrameBg] = p.frame;
  c[ImGuiCol_FrameBgHovered] = p.frame_hovered;
  c[ImGuiCol_FrameBgActive] = p.frame_active;
  c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgActive] = c[ImGuiCol_TitleBgCollapsed] = p.title;
  c[ImGuiCol_ScrollbarBg] = clear;
  c[ImGuiCol_ScrollbarGrab] = p.frame_hovered;
  c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = p.frame_active;
  c[ImGuiCol_CheckMark] = c[ImGuiCol_SliderGrab] = c[ImGuiCol_SliderGrabActive] = p.accent;
  c[ImGuiCol_Button] = p.frame;
  c[ImGuiCol_ButtonHovered] = p.frame_hovered;
  c[ImGuiCol_ButtonActive] = p.frame_active;
  c[ImGuiCol_Header] = ImVec4(p.accent.x, p.accent.y, p.accent.z, 0.25f); // of what is selected
  c[ImGuiCol_HeaderHovered] = p.frame_hovered;
  c[ImGuiCol_HeaderActive] = p.frame_active;
  c[ImGuiCol_Separator] = p.border;
  c[ImGuiCol_TextSelectedBg] = ImVec4(p.accent.x, p.accent.y, p.accent.z, 0.4f);
  c[ImGuiCol_NavHighlight] = p.accent;
  c[ImGuiCol_PlotLines] = c[ImGuiCol_PlotHistogram] = p.accent;
}

} // namespace

void apply_panel_style(bool dark) {
  ImGuiStyle& s = ImGui::GetStyle();
  s = ImGuiStyle();
  if (dark)
    ImGui::StyleColorsDark();
  else
    ImGui::StyleColorsLight();
  set_colours(palette(dark));
  s.WindowRounding = 6;
  s.FrameRounding = 4;
  s.GrabRounding = 4;
  s.PopupRounding = 5;
  s.ScrollbarRounding = 5;
  s.ScrollbarSize = 10;
  s.GrabMinSize = 9;
  s.WindowPadding = {9, 7};
  s.FramePadding = {6, 2.5f};
  s.ItemSpacing = {6, 4};
  s.IndentSpacing = 10;
  s.WindowBorderSize = 1;
  s.FrameBorderSize = 1;
  s.WindowMenuButtonPosition = ImGuiDir_Left;
  s.DisabledAlpha = 0.6f; // what is disabled is still to be read
}

ImVec4 warning_colour(bool dark) {
  return dark ? rgb(0xff8f70) : rgb(0xb3261e);
}
ImVec4 accent_colour(bool dark) {
  return palette(dark).accent;
}

bool panel_is_narrow() {
  return ImGui::GetWindowWidth() < 17 * ImGui::GetFontSize();
}

float label_width() {
  return (panel_is_narrow() ? 5.2f : 9.6f) * ImGui::GetFontSize();
}

void after_label() {
  if (!panel_is_narrow())
    ImGui::SameLine(label_width());
}

std::string wrapped_at_spaces(const std::string& text, float width) {
  std::string wrapped = text;
  std::size_t line = 0;
  for (std::size_t space = wrapped.find_first_of(" \n"); space != std::string::npos;) {
    if (wrapped[space] == '\n')
      line = space + 1;
    const std::size_t next = wrapped.find_first_of(" \n", space + 1);
    const char* end = wrapped.data() + std::min(next, wrapped.size());
    if (wrapped[space] == ' ' && ImGui::CalcTextSize(wrapped.data() + line, end).x > width) {
      wrapped[space] = '\n';
      line = space + 1;
    }
    space = next;
  }
  return wrapped;
}

void wrapped_text(const std::string& text, const ImVec4& colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(wrapped_at_spaces(text, ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

std::string readable(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string grouped(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i && (digits.size() - i) % 3 == 0)
      text += ',';
    text += digits[i];
  }
  return text;
}

std::string counted(std::uint64_t count, const std::string& thing) {
  return grouped(count) + " " + thing + (count == 1 ? "" : "s");
}

std::string brief(double value) {
  char text[32];
  const double size = std::abs(value);
  if (value == 0)
    return "0";
  if (size >= 99.95 && size < 99999.5)
    std::snprintf(text, sizeof text, "%.0f", value);
  else if (size >= 0.001 && size < 99.95)
    std::snprintf(text, sizeof text, "%.3g", value);
  else {
    // One digit less in the exponent than printf writes: 2.4e9.
    const int exponent = int(std::floor(std::log10(size)));
    std::snprintf(text, sizeof text, "%.3ge%d", value / std::pow(10.0, exponent), exponent);
  }
  return text;
}

std::string percent(double share) {
  char text[16];
  std::snprintf(text, sizeof text, share > 0 && share < 0.0995 ? "%.2g %%" : "%.0f %%", 100 * share);
  return text;
}

std::string byte_text(std::uintmax_t bytes) {
  const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  double value = double(bytes);
  std::size_t unit = 0;
  for (; value >= 999.5 && unit + 1 < std::size(units); ++unit)
    value /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, unit == 0 || value >= 99.5 ? "%.0f %s" : "%.3g %s", value, units[unit]);
  return text;
}

} // namespace lamina
