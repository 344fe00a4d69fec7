#include "benchmarks/engines/engine.h"

lamina::engines::Engine lamina::engines::bullet_engine() {
  return {"bullet", "", "library", "", "lamina-engines was built without libbullet-dev"};
}
