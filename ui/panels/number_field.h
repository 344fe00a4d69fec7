#pragma once

#include "ui/panels/panel.h"

#include <optional>
#include <string>

namespace lamina {

/// What somebody has put into a field of a number.
struct TypedNumber {
  bool empty = false;
  double value = 0; ///< NaN for a text that comes to no number, which every edit refuses with its range

  double value_or(double usual) const { return empty ? usual : value; }
  std::optional<double> given() const { return empty ? std::nullopt : std::optional(value); }
};

/// A field of a number: a click lets one type, where sums and products are worked out, and a drag to the side
/// changes it. A pixel is one `step`, or ten with Shift. Returns a number when it is another than before and
/// typing or dragging ends. `shown` may be empty for what has no number, and then `hint` stands there;
/// whoever types just that leaves the field empty.
std::optional<TypedNumber> number_field(PanelContext& context, const std::string& name,
                                        const std::string& shown, float width, double step,
                                        const char* hint = "");

/// The number that the mouse drags this field to; nothing while it drags none.
std::optional<double> dragged_to(const PanelContext& context, const std::string& name);

/// A step that suits a number: a hundredth of its leading power of ten, and `smallest` for zero.
double drag_step(double value, double smallest);

} // namespace lamina
