#include "core/response/contact_solver.h"

#include "core/response/penalty/penalty_solver.h"

namespace lamina {

std::unique_ptr<ContactSolver> make_contact_solver() {
  return std::make_unique<PenaltySolver>();
}

} // namespace lamina
