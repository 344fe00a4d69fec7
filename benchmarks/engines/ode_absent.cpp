#include "benchmarks/engines/engine.h"

lamina::engines::Engine lamina::engines::ode_engine() {
  return {"ode", "", "library", "", "lamina-engines was built without libode-dev"};
}
