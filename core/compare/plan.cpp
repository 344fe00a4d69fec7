#include "core/compare/plan.h"

#include "core/base/error.h"
#include "core/contact/method.h"
#include "core/mesh/cloth_mesh.h"
#include "core/scene/scene.h"
#include "core/settings/setting_list.h"

#include <algorithm>
#include <cmath>

namespace lamina::compare {

namespace {

bool runs_on(const std::string& method, const std::string& backend) {
  const auto& known = contact_methods();
  return std::any_of(known.begin(), known.end(), [&](const MethodRegistration& one) {
    return one.method == method && one.backend == backend;
  });
}

/// The methods that there are, for a message.
std::string method_names() {
  std::vector<std::string> names;
  for (const MethodRegistration& one : contact_methods())
    if (std::find(names.begin(), names.end(), one.method) == names.end())
      names.push_back(one.method);
  std::string list;
  for (std::size_t k = 0; k < names.size(); ++k)
    list += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + names[k];
  return list;
}

void refuse_bad_methods(const Plan& plan) {
  if (plan.methods.empty())
    throw InputError("--methods: there is nothing to compare; the methods are " + method_names());
  for (const std::string& method : plan.methods) {
    if (!runs_on(method, "cpu"))
      throw InputError("--methods: there is no contact method \"" + method + "\"; the methods are " +
                       method_names());
    if (std::count(plan.methods.begin(), plan.methods.end(), method) > 1)
      throw InputError("--methods: " + method + " is named twice");
  }
}

/// What a method is run with several times: how fine it works.
struct Grades {
  std::string method;
  std::string option;                      ///< of the command line
  std::string noun;                        ///< what only this method has
  void (*set)(Settings& settings, int to); ///< throws InputError for what the setting does not allow
};

Grades pixels() {
  return {Settings().contact.method, "--resolutions", "pixels", [](Settings& settings, int to) {
            settings.contact.ldi.resolution_mode = ResolutionMode::pixels_across;
            set_setting(settings, "resolution", std::int64_t{to});
          }};
}

Grades evaluations() {
  return {"stochastic", "--budgets", "a budget", [](Settings& settings, int to) {
            settings.contact.stochastic.milliseconds = 0; // or else runs would not repeat
            set_setting(settings, "stochastic_evaluations", std::int64_t{to});
          }};
}

void refuse_bad_grades(const Grades& grades, const std::vector<int>& asked, const Plan& plan) {
  for (const int one : asked)
    if (std::count(asked.begin(), asked.end(), one) > 1)
      throw InputError(grades.option + ": " + std::to_string(one) + " is named twice");
  if (!asked.empty() && std::count(plan.methods.begin(), plan.methods.end(), grades.method) == 0)
    throw InputError(grades.option + ": only " + grades.method + " has " + grades.noun +
                     "; name it in --methods, or leave them out");
}

bool has_tetrahedra(const Scene& scene) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const SceneBody& body) { return body.tetrahedra != nullptr; });
}

bool has_cloth(const Scene& scene) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const SceneBody& body) { return body.kind == BodyKind::cloth; });
}

bool has_open_cloth(const Scene& scene) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(), [](const SceneBody& body) {
    return body.kind == BodyKind::cloth && !(body.mesh && enclosed_volume(*body.mesh) > 0);
  });
}

} // namespace

std::vector<std::string> usual_methods(const Scene& scene) {
  if (has_cloth(scene))
    return fitting_methods(scene);
  std::vector<std::string> methods{"ldi", "raytraced", "proximity"};
  if (has_tetrahedra(scene))
    methods.insert(methods.end(), {"tetdistance", "hashing"});
  return methods;
}

std::vector<std::string> fitting_methods(const Scene& scene) {
  std::vector<std::string> methods;
  for (const MethodRegistration& one : contact_methods())
    if (one.backend == "cpu" && (!one.traits.needs.conforming || has_tetrahedra(scene)) &&
        (one.traits.needs.sheets || !has_cloth(scene) ||
         (one.traits.measure == MeasureKind::volume && !has_open_cloth(scene))))
      methods.push_back(one.method);
  return methods;
}

void leave_out_unused_grades(Plan& plan) {
  const auto has = [&plan](const Grades& grades) {
    return std::count(plan.methods.begin(), plan.methods.end(), grades.method) > 0;
  };
  if (!has(pixels()))
    plan.resolutions.clear();
  if (!has(evaluations()))
    plan.budgets.clear();
}

std::vector<Case> cases_of(const Plan& plan, const Settings& scene_settings) {
  refuse_bad_methods(plan);
  const Grades sampled = pixels(), drawn = evaluations();
  refuse_bad_grades(sampled, plan.resolutions, plan);
  refuse_bad_grades(drawn, plan.budgets, plan);
  std::vector<Case> cases;
  for (const std::string& method : plan.methods) {
    Settings settings = scene_settings;
    settings.contact.method = method;
    if (!runs_on(method, settings.contact.backend))
      settings.contact.backend = "cpu";
    const Grades& grades = method == drawn.method ? drawn : sampled;
    const std::vector<int>& asked = method == drawn.method ? plan.budgets : plan.resolutions;
    if (method != grades.method || asked.empty()) {
      cases.push_back({method, settings, 0});
      continue;
    }
    for (const int one : asked) {
      grades.set(settings, one);
      cases.push_back({method + " " + std::to_string(one), settings, one});
    }
  }
  return cases;
}

int steps_of(const Plan& plan, double time_step) {
  return plan.steps > 0 ? plan.steps : std::max(1, static_cast<int>(std::lround(plan.seconds / time_step)));
}

std::shared_ptr<const Scene> scene_of(const Scene& scene, const Settings& settings) {
  auto changed = std::make_shared<Scene>(scene);
  changed->settings = settings;
  return changed;
}

} // namespace lamina::compare
