#pragma once

#include "core/settings/settings.h"

#include <memory>
#include <string>
#include <vector>

namespace lamina {
struct Scene;
}

namespace lamina::compare {

/// What is compared: the same scene under each of some contact methods, from its beginning.
struct Plan {
  std::vector<std::string> methods; ///< as the setting calls them
  /// Pixels across a region, for methods that sample one (`ldi`); empty: as the scene says.
  std::vector<int> resolutions;
  /// Distances found out between two bodies and step by `stochastic`, at most; empty: as the scene says.
  std::vector<int> budgets;
  int steps = 0;             ///< of each run; 0: as many as `seconds` take
  double seconds = 3;        ///< simulated, of each run
  bool largest_step = false; ///< whether to look for the largest time step that still serves
};

/// One column of a comparison: a method with what is changed for it.
struct Case {
  std::string name;  ///< "raytraced", "ldi 64", "stochastic 1000"
  Settings settings; ///< the scene's, but for method, backend, and resolution or budget
  int fineness = 0;  ///< the resolution or budget that was asked for; 0: none
};

/// The methods that are compared where a plan names none: ldi, raytraced and proximity; with them
/// tetdistance and hashing where a body of the scene has tetrahedra.
std::vector<std::string> usual_methods(const Scene& scene);
/// All methods but those that need tetrahedra that no body of the scene has, in the order of registration.
std::vector<std::string> fitting_methods(const Scene& scene);

/// Leaves out resolutions and budgets where no method of the plan has such.
void leave_out_unused_grades(Plan& plan);

/// The columns that a plan asks for, in its order. A method that does not run on the scene's backend takes
/// `cpu`. Throws InputError for no method, for one that there is not (naming those that there are), and for
/// one named twice. Likewise for resolutions and budgets that the setting does not allow, or that no method
/// takes.
std::vector<Case> cases_of(const Plan& plan, const Settings& scene_settings);

/// Steps of a run: those of the plan, or those of its seconds.
int steps_of(const Plan& plan, double time_step);

/// The scene with the settings of a case; meshes are shared.
std::shared_ptr<const Scene> scene_of(const Scene& scene, const Settings& settings);

} // namespace lamina::compare
