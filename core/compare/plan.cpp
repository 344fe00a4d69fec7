#include "core/compare/plan.h"

#include "core/base/error.h"
#include "core/contact/method.h"
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
  for (const int resolution : plan.resolutions)
    if (std::count(plan.resolutions.begin(), plan.resolutions.end(), resolution) > 1)
      throw InputError("--resolutions: " + std::to_string(resolution) + " is named twice");
}

bool has_tetrahedra(const Scene& scene) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [](const SceneBody& body) { return body.tetrahedra != nullptr; });
}

} // namespace

std::vector<std::string> usual_methods(const Scene& scene) {
  std::vector<std::string> methods{"ldi", "raytraced", "proximity"};
  if (has_tetrahedra(scene))
    methods.insert(methods.end(), {"tetdistance", "hashing"});
  return methods;
}

std::vector<std::string> fitting_methods(const Scene& scene) {
  std::vector<std::string> methods;
  for (const MethodRegistration& one : contact_methods())
    if (one.backend == "cpu" && (!one.traits.needs.conforming || has_tetrahedra(scene)))
      methods.push_back(one.method);
  return methods;
}

std::vector<Case> cases_of(const Plan& plan, const Settings& scene_settings) {
  refuse_bad_methods(plan);
  // A method that samples is the one that the setting counts for.
  const std::string sampler = Settings().contact.method;
  std::vector<Case> cases;
  for (const std::string& method : plan.methods) {
    Settings settings = scene_settings;
    settings.contact.method = method;
    if (!runs_on(method, settings.contact.backend))
      settings.contact.backend = "cpu";
    if (method != sampler || plan.resolutions.empty()) {
      cases.push_back({method, settings, 0});
      continue;
    }
    for (const int resolution : plan.resolutions) {
      settings.contact.ldi.resolution_mode = ResolutionMode::pixels_across;
      set_setting(settings, "resolution", std::int64_t{resolution});
      cases.push_back({method + " " + std::to_string(resolution), settings, resolution});
    }
  }
  if (!plan.resolutions.empty() && std::count(plan.methods.begin(), plan.methods.end(), sampler) == 0)
    throw InputError("--resolutions: only " + sampler +
                     " has pixels; name it in --methods, or leave them out");
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
