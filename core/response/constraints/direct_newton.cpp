#include "core/response/constraints/newton_system.h"
#include "core/response/constraints/parts_factor.h"

namespace lamina {

namespace {

class DirectNewton final : public NewtonSystem {
public:
  void begin(const StepInput& step, const BlockSystem& system,
             std::span<const PairConstraints> pairs) override {
    parts_.begin(step.h, system, pairs);
  }

  int solve(std::span<const Eigen::Matrix4d> slopes, const BlockVector& r, BlockVector& x) override {
    x.setZero(r.size());
    if (parts_.empty())
      return 0;
    parts_.factor(slopes);
    parts_.solve(r, x);
    return 1;
  }

private:
  PartsFactor parts_;
};

} // namespace

std::unique_ptr<NewtonSystem> make_direct_newton() {
  return std::make_unique<DirectNewton>();
}

} // namespace lamina
