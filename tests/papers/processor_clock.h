#pragma once

#include "core/bench/processor_clock.h"

namespace lamina::papers {

using bench::ProcessorClock;

} // namespace lamina::papers
