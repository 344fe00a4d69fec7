#pragma once

#include "core/math/types.h"
#include "ui/panels/panel.h"

#include <optional>
#include <string>

namespace lamina {

// Rows of the Bodies panel: a label with its unit, and fields that edits come from.

/// Where fields begin in a row, from the left edge of the panel.
float label_room();
void label(const char* name, const char* unit, const char* tooltip);
float rest_of_row();

std::string number_text(double value);

/// The number that a text is; NaN if it is none, which every edit refuses with its range.
double number_in(const std::string& text);

/// A field of one line. Returns what it holds when typing ends with something else than it began with.
std::optional<std::string> field(PanelContext& context, const std::string& name, const std::string& shown,
                                 float width, const char* hint = "");

/// Three fields in a row; returns the vector with what was typed in one of them.
std::optional<Vec3> vector_fields(PanelContext& context, const std::string& name, const Vec3& shown);

/// A mark that gives a field its usual value back; returns whether it was clicked.
bool reset_mark(PanelContext& context, const std::string& name, float size, const std::string& tooltip);

} // namespace lamina
