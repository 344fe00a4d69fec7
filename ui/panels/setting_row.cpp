#include "ui/panels/setting_row.h"

#include "core/contact/method.h"
#include "core/settings/setting_scope.h"
#include "ui/panels/compute.h"
#include "ui/panels/style.h"

#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

namespace lamina {
namespace {

double number(const SettingValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value))
    return double(*whole);
  const auto* real = std::get_if<double>(&value);
  return real ? *real : 0;
}

SettingValue as_kind(const Setting& setting, double value) {
  if (setting.kind == SettingKind::integer)
    return std::int64_t(value);
  return value;
}

void ask(PanelContext& context, const Setting& setting, const SettingValue& value) {
  context.edits.asked(setting.name, value, context.now_s);
  context.post(Event(SetSetting{setting.name, value}));
}

// Another method: on the backend that it was on when it was left, if it was.
void ask_method(PanelContext& context, const Setting& setting, const std::string& method) {
  Settings after = context.snapshot->settings;
  context.edits.backend_left[after.contact.method] = after.contact.backend;
  after.contact.method = method;
  ask(context, setting, method);
  const auto left = context.edits.backend_left.find(method);
  if (left != context.edits.backend_left.end() && left->second != usable_backend(after.contact))
    ask(context, find_setting("backend"), left->second);
}

// Constraints bring along the laws that they need.
void ask_response(PanelContext& context, const Setting& setting, const SettingValue& value) {
  const Settings before = context.snapshot->settings;
  Settings after = before;
  set_setting(after, setting.name, value);
  if (after.response.response == ResponseKind::constraints)
    make_way_for_constraints(after);
  for (const char* name : {"law", "friction"})
    if (const SettingValue needed = get_setting(after, name); needed != get_setting(before, name))
      ask(context, find_setting(name), needed);
  ask(context, setting, value);
}

void ask_choice(PanelContext& context, const Setting& setting, const SettingValue& value) {
  if (setting.name == "method")
    ask_method(context, setting, to_text(value));
  else if (setting.name == "response")
    ask_response(context, setting, value);
  else
    ask(context, setting, value);
}

// What stands in the widget. Under laws that are penalties always, that is what the response is.
SettingValue shown_value(PanelContext& context, const Setting& setting) {
  const Settings& in_force = context.snapshot->settings;
  if (setting.name != "response" || uses_constraints(in_force))
    return context.edits.shown(setting, in_force, context.now_s);
  Settings by_penalty = in_force;
  by_penalty.response.response = ResponseKind::penalty;
  return context.edits.shown(setting, by_penalty, context.now_s);
}

void fill(char (&buffer)[sizeof(SettingEdits::typed)], const std::string& text) {
  std::snprintf(buffer, sizeof buffer, "%s", text.c_str());
}

struct ArrowKeys {
  const Setting& setting;
  bool pressed = false;
};

// Up and down change the number that is being typed.
int on_arrow_key(ImGuiInputTextCallbackData* data) {
  auto& keys = *static_cast<ArrowKeys*>(data->UserData);
  const double value = std::strtod(data->Buf, nullptr);
  const int direction = data->EventKey == ImGuiKey_UpArrow ? 1 : -1;
  const std::string text = field_text(as_kind(keys.setting, stepped_value(keys.setting, value, direction)));
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, text.c_str());
  keys.pressed = true;
  return 0;
}

// A sum or product that was typed for a number is that number; all else stays as it is.
std::string in_full(const Setting& setting, const char* typed, bool decimal_comma) {
  char* end = nullptr;
  std::strtod(typed, &end);
  const auto value =
      setting.kind == SettingKind::text || *end == 0 ? std::nullopt : computed(typed, decimal_comma);
  if (!value)
    return typed;
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", *value);
  return text;
}

// The field for a typed number or text; commits on Enter, Tab and when the keyboard goes elsewhere, and at
// once on arrow keys.
void text_field(PanelContext& context, const Setting& setting, const SettingValue& shown) {
  SettingEdits& edits = context.edits;
  char idle[sizeof edits.typed];
  fill(idle, field_text(shown));
  const bool mine = edits.typing == setting.name;
  char* buffer = mine ? edits.typed : idle;
  ArrowKeys keys{setting};
  ImGuiInputTextFlags flags = ImGuiInputTextFlags_AutoSelectAll;
  if (setting.kind != SettingKind::text)
    flags |= ImGuiInputTextFlags_CharsNoBlank | ImGuiInputTextFlags_CallbackHistory;
  ImGui::InputText("##field", buffer, sizeof edits.typed, flags, on_arrow_key, &keys);
  context.rects.record(setting.name);

  if (ImGui::IsItemActivated()) {
    edits.typing = setting.name;
    fill(edits.typed, buffer);
  }
  if (keys.pressed || ImGui::IsItemDeactivatedAfterEdit()) {
    const std::string text = in_full(setting, buffer, context.edit.decimal_comma);
    const auto value = edits.parse(setting, context.snapshot->settings, text, context.now_s);
    if (value && *value != shown)
      ask(context, setting, *value);
  }
  if (mine && ImGui::IsItemDeactivated())
    edits.typing.clear();
}

void slider(PanelContext& context, const Setting& setting, const SettingValue& shown, float width) {
  float place = float(slider_place(setting, number(shown)));
  ImGui::SetNextItemWidth(width);
  if (ImGui::SliderFloat("##slider", &place, 0, 1, "", ImGuiSliderFlags_NoInput))
    ask(context, setting, as_kind(setting, slider_value(setting, place)));
  context.rects.record(setting.name + " slider");
  setting_tooltip(setting, context.edit.locked);
}

// The names that a setting can take: its choices, or what is registered as methods and backends.
std::vector<std::string> choices_of(const Setting& setting, const Settings& in_force) {
  std::vector<std::string> names = setting.choices;
  for (const MethodRegistration& known : contact_methods()) {
    if (setting.name != "method" && (setting.name != "backend" || known.method != in_force.contact.method))
      continue;
    const std::string& name = setting.name == "method" ? known.method : known.backend;
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return names;
}

// What a method is good for, beside its name in the list; how it works, in a tooltip.
void method_words(const std::string& method, float widest_name) {
  for (const MethodRegistration& known : contact_methods())
    if (known.method == method) {
      if (ImGui::IsItemHovered())
        ImGui::SetTooltip("%s", known.sentence.c_str());
      break;
    }
  ImGui::SameLine(widest_name + 2 * ImGui::GetFontSize());
  ImGui::TextDisabled("%s", good_for(method).c_str());
}

void combo(PanelContext& context, const Setting& setting, const SettingValue& shown,
           const std::vector<std::string>& choices) {
  const std::string current = to_text(shown);
  const bool open = ImGui::BeginCombo("##combo", readable(current).c_str());
  context.rects.record(setting.name);
  if (!open)
    return;
  float widest = 0;
  for (const std::string& choice : choices)
    widest = std::max(widest, ImGui::CalcTextSize(readable(choice).c_str()).x);
  for (const std::string& choice : choices) {
    if (ImGui::Selectable(readable(choice).c_str(), choice == current) && choice != current)
      ask_choice(context, setting, choice);
    context.rects.record(setting.name + "=" + choice);
    if (choice == current)
      ImGui::SetItemDefaultFocus();
    if (setting.name == "method")
      method_words(choice, widest);
  }
  ImGui::EndCombo();
}

void widget(PanelContext& context, const Setting& setting, const SettingValue& shown) {
  const float mark = ImGui::GetFrameHeight();
  const float room = ImGui::GetContentRegionAvail().x - mark;
  const float field = 5.2f * ImGui::GetFontSize();
  const std::vector<std::string> choices = choices_of(setting, context.snapshot->settings);
  switch (setting.kind) {
  case SettingKind::boolean: {
    bool on = std::get<bool>(shown);
    if (ImGui::Checkbox("##check", &on))
      ask(context, setting, on);
    context.rects.record(setting.name);
    break;
  }
  case SettingKind::choice:
    ImGui::SetNextItemWidth(room);
    combo(context, setting, shown, choices);
    break;
  case SettingKind::text:
    ImGui::SetNextItemWidth(room);
    if (choices.empty())
      text_field(context, setting, shown);
    else
      combo(context, setting, shown, choices);
    break;
  case SettingKind::integer:
  case SettingKind::real:
    slider(context, setting, shown, std::max(20.0f, room - field - 4));
    ImGui::SameLine(0, 4);
    ImGui::SetNextItemWidth(field);
    text_field(context, setting, shown);
    break;
  }
  setting_tooltip(setting, context.edit.locked);
}

// A dot where the value is not the default; a click brings the default back.
void default_mark(PanelContext& context, const Setting& setting, const SettingValue& shown) {
  if (shown == setting.initial)
    return;
  const float size = ImGui::GetFrameHeight();
  ImGui::SameLine(ImGui::GetContentRegionMax().x - size, 0);
  if (ImGui::InvisibleButton("##reset", {size, size}))
    ask_choice(context, setting, setting.initial);
  context.rects.record(setting.name + " reset");
  const ImVec2 a = ImGui::GetItemRectMin();
  const ImU32 colour = ImGui::GetColorU32(ImGui::IsItemHovered() ? ImGuiCol_Text : ImGuiCol_CheckMark);
  ImGui::GetWindowDrawList()->AddCircleFilled({a.x + size / 2, a.y + size / 2}, 0.16f * size, colour);
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("changed; click for the default, %s", field_text(setting.initial).c_str());
}

// The unit stands behind the label where both fit in front of the widget; the tooltip has it anyway.
void unit_after_label(PanelContext& context, const Setting& setting) {
  // "pixels across" says its unit already.
  if (setting.unit.empty() || setting.label.find(setting.unit + " ") != std::string::npos)
    return;
  const float gap = 0.35f * ImGui::GetFontSize();
  const float end =
      ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + gap + ImGui::CalcTextSize(setting.unit.c_str()).x;
  if (!panel_is_narrow() && end > label_width())
    return;
  ImGui::SameLine(0, gap);
  ImGui::TextDisabled("%s", setting.unit.c_str());
  context.rects.record(setting.name + " unit");
}

} // namespace

void setting_tooltip(const Setting& setting, const std::string& locked) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || ImGui::IsItemActive())
    return;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(22 * ImGui::GetFontSize());
  if (!locked.empty())
    ImGui::TextUnformatted(locked.c_str());
  ImGui::TextUnformatted(setting.sentence.c_str());
  std::string facts;
  if (setting.kind == SettingKind::integer || setting.kind == SettingKind::real)
    facts = range_text(setting) + (setting.unit.empty() ? "" : " " + setting.unit) + ", ";
  facts += "default " + readable(field_text(setting.initial));
  if (!setting.live)
    facts += "; fixed while a scene runs";
  ImGui::TextDisabled("%s", facts.c_str());
  ImGui::TextDisabled("--set %s=…", setting.name.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void setting_row(PanelContext& context, const Setting& setting, const char* label) {
  if (!context.snapshot)
    return;
  const SettingValue shown = shown_value(context, setting);
  ImGui::PushID(setting.name.c_str());
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(label ? label : setting.label.c_str());
  setting_tooltip(setting, context.edit.locked);
  unit_after_label(context, setting);
  if (setting.kind == SettingKind::boolean && panel_is_narrow())
    ImGui::SameLine();
  else
    after_label();
  ImGui::BeginDisabled(!setting.live || !context.edit.locked.empty());
  const std::string refusal = context.edits.refusal(setting.name, context.now_s);
  if (!refusal.empty())
    ImGui::PushStyleColor(ImGuiCol_Border, warning_colour(context.dark));
  widget(context, setting, shown);
  if (!refusal.empty())
    ImGui::PopStyleColor();
  if (setting.live)
    default_mark(context, setting, shown);
  ImGui::EndDisabled();
  if (!refusal.empty())
    wrapped_text(refusal, warning_colour(context.dark));
  ImGui::PopID();
}

void setting_row(PanelContext& context, std::string_view name) {
  setting_row(context, find_setting(name));
}

} // namespace lamina
