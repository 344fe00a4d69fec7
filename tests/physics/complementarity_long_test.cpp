#include "tests/physics/complementarity.h"

namespace lamina {
namespace {

TEST(Complementarity, HoldsInEveryStepOfEveryShippedScene) {
  for (const std::string& name : test::shipped_scene_names())
    test::expect_constraints_hold(name, 400);
}

} // namespace
} // namespace lamina
