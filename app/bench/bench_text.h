#pragma once

#include "app/bench/bench_table.h"

namespace lamina {

/// For people: a line a case, what peers yield and lack, and ratios beside their targets.
std::string bench_text(const BenchReport& report);

} // namespace lamina
