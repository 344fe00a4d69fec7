#pragma once

#include "core/math/types.h"
#include "ui/panels/panel.h"

#include <optional>
#include <string>

namespace lamina {

// Rows of the Body panel: a label with its unit, and fields that edits come from.

/// Where fields begin in a row, from the left edge of the panel.
float label_room();
void label(const char* name, const char* unit, const char* tooltip);
float rest_of_row();

std::string number_text(double value);

/// A field of one line. Returns what it holds when typing ends with something else than it began with.
std::optional<std::string> field(PanelContext& context, const std::string& name, const std::string& shown,
                                 float width, const char* hint = "");

/// Three fields of numbers in a row; returns the vector with what was put into one of them.
std::optional<Vec3> vector_fields(PanelContext& context, const std::string& name, const Vec3& shown,
                                  double step);
/// The vector while the mouse drags one of its fields.
std::optional<Vec3> dragged_vector(const PanelContext& context, const std::string& name, const Vec3& shown);

/// A mark that gives a field its usual value back; returns whether it was clicked.
bool reset_mark(PanelContext& context, const std::string& name, float size, const std::string& tooltip);

} // namespace lamina
