#pragma once

#include "core/scene/scene.h"
#include "tests/papers/table.h"

#include <memory>
#include <string>
#include <vector>

namespace lamina::papers::h08 {

/// H08 Fig. 13: soft tori of 1600 triangles that overlap at the start, in columns of five that touch their
/// neighbours too, without gravity. How many overlap how deeply is not in the paper.
std::shared_ptr<Scene> many_tori(int count, const std::string& method, int threads);

/// Time of a step by phase for 2 to 200 tori under each method, "H08-fig13", and the exponents of its growth,
/// "H08-fig13-fit".
std::vector<Table> many_tori_tables();

} // namespace lamina::papers::h08
