#include "tests/ui/panels/contrast.h"
#include "ui/panels/style.h"

#include <gtest/gtest.h>

#include <string>

namespace lamina {
namespace {

Rgb rgb(const ImVec4& c) {
  return {c.x, c.y, c.z};
}

/// A colour with its opacity laid over another one.
Rgb over(const ImVec4& c, const Rgb& below) {
  const double a = c.w;
  return {a * c.x + (1 - a) * below.red, a * c.y + (1 - a) * below.green, a * c.z + (1 - a) * below.blue};
}

class PanelContrast : public testing::TestWithParam<bool> {
protected:
  PanelContrast() : context_(ImGui::CreateContext()) { apply_panel_style(GetParam()); }
  ~PanelContrast() override { ImGui::DestroyContext(context_); }

  const ImVec4& colour(ImGuiCol index) const { return ImGui::GetStyle().Colors[index]; }

  /// What the scene behind a panel can be at worst.
  Rgb worst_scene() const { return GetParam() ? Rgb{1, 1, 1} : Rgb{0, 0, 0}; }

  ImGuiContext* context_;
};

TEST(Contrast, BlackOnWhiteIsTwentyOneToOneAndAColourOnItselfOne) {
  EXPECT_NEAR(contrast({0, 0, 0}, {1, 1, 1}), 21, 1e-9);
  EXPECT_NEAR(contrast({0.3, 0.5, 0.7}, {0.3, 0.5, 0.7}), 1, 1e-12);
  // A grey that is known to lie just above the limit on white.
  EXPECT_NEAR(contrast({0x76 / 255.0, 0x76 / 255.0, 0x76 / 255.0}, {1, 1, 1}), 4.54, 0.005);
}

TEST_P(PanelContrast, TextStandsOutFromEverythingThatItIsWrittenOn) {
  const bool dark = GetParam();
  const Rgb panel = over(colour(ImGuiCol_WindowBg), worst_scene());
  const struct {
    const char* name;
    Rgb colour;
  } grounds[] = {
      {"panel", panel},
      {"title", over(colour(ImGuiCol_TitleBgActive), worst_scene())},
      {"popup", over(colour(ImGuiCol_PopupBg), worst_scene())},
      {"field", over(colour(ImGuiCol_FrameBg), panel)},
      {"field under the pointer", over(colour(ImGuiCol_FrameBgHovered), panel)},
      {"button", over(colour(ImGuiCol_Button), panel)},
      {"pressed button", over(colour(ImGuiCol_ButtonActive), panel)},
      {"header", over(colour(ImGuiCol_Header), panel)},
  };
  for (const auto& ground : grounds)
    EXPECT_GE(contrast(rgb(colour(ImGuiCol_Text)), ground.colour), least_contrast)
        << "text on " << ground.name;
  const struct {
    const char* name;
    ImVec4 colour;
  } inks[] = {{"faint text", colour(ImGuiCol_TextDisabled)},
              {"warning", warning_colour(dark)},
              {"accent", accent_colour(dark)}};
  for (const auto& ink : inks)
    EXPECT_GE(contrast(rgb(ink.colour), panel), least_contrast) << ink.name << " on a panel";
}

INSTANTIATE_TEST_SUITE_P(BothThemes, PanelContrast, testing::Bool(),
                         [](const auto& dark) { return std::string(dark.param ? "Dark" : "Light"); });

} // namespace
} // namespace lamina
