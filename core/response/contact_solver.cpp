#include "core/response/contact_solver.h"

#include "core/response/constraints/constraint_solver.h"
#include "core/response/penalty/penalty_solver.h"
#include "core/settings/setting_scope.h"

namespace lamina {

std::unique_ptr<ContactSolver> make_contact_solver(const Settings& settings) {
  if (uses_constraints(settings))
    return std::make_unique<ConstraintSolver>();
  return std::make_unique<PenaltySolver>();
}

} // namespace lamina
