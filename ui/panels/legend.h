#pragma once

#include "ui/panels/panel.h"

namespace lamina {

/// The legend of what is shown, at the lower left between the panels; nothing while there is nothing to say.
/// Takes no mouse. Returns where its top is: what stands above it ends there.
float draw_legend(PanelContext& context, float width, float height);

} // namespace lamina
