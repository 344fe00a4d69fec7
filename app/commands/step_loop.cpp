#include "app/commands/step_loop.h"

#include "app/terminal/progress_line.h"

#include <string>

namespace lamina {

bool run_steps(Simulation& simulation, std::int64_t steps,
               const std::function<void(const Simulation&)>& after_step) {
  const Progress progress = progress_on_terminal();
  for (std::int64_t done = 0; done < steps; ++done) {
    const std::string what = "step " + std::to_string(done) + " of " + std::to_string(steps);
    if (!progress(static_cast<double>(done) / static_cast<double>(steps), what))
      return false;
    if (!simulation.step())
      break;
    after_step(simulation);
  }
  return true;
}

} // namespace lamina
