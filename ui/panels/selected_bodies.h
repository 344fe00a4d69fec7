#pragma once

#include "ui/panels/panel.h"

#include <functional>
#include <string>

namespace lamina {

/// Makes an edit of every selected body that `suits` (null: all of them), as one step to undo.
void edit_selected(PanelContext& context, const std::string& verb,
                   const std::function<SceneEdit(const Scene&, std::size_t)>& edit,
                   bool (*suits)(const SceneBody&) = nullptr);

/// The rows of what several selected bodies can have done to them together: align, stack, group.
void several_rows(PanelContext& context);

/// An entry for each way to align the selected bodies, within a menu.
void align_entries(PanelContext& context);

} // namespace lamina
