#pragma once

#include <QIcon>

namespace lamina {

enum class Symbol { play, pause, step, back, first, last, reset, record, stop, open, frame, tiles, contacts };

/// A symbol of the tool bar, drawn for the theme and sharp at any scale.
QIcon symbol_icon(Symbol symbol, bool dark);

/// The program's own icon.
QIcon program_icon();

} // namespace lamina
