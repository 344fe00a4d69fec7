#pragma once

namespace lamina {

/// From now on devices are asked for as beside pictures that are drawn without a display. Nothing changes
/// where no such pictures can be drawn.
void share_contexts_without_display();

} // namespace lamina
