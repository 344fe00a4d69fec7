#include "core/contact/method.h"

#include "core/base/error.h"
#include "core/base/nearest_word.h"
#include "core/contact/adaptive/adaptive.h"
#include "core/contact/distancefield/distancefield.h"
#include "core/contact/hashing/hashing.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/proximity/proximity.h"
#include "core/contact/raytraced/raytraced.h"
#include "core/contact/stochastic/stochastic.h"
#include "core/contact/tetdistance/tetdistance.h"

#include <algorithm>
#include <utility>

namespace lamina {

namespace {

std::vector<MethodRegistration>& registered() {
  static std::vector<MethodRegistration> methods = {
      {"ldi", "cpu", "intersection volume on layered depth images", make_ldi_cpu, ldi_traits()},
      {"ldi", "reference", "the same in scalar code, to compare with", make_ldi_reference, ldi_traits()},
      {"proximity", "cpu", "distances between vertices and faces and between edges", make_proximity,
       proximity_traits()},
      {"raytraced", "cpu", "depth along a ray inwards from every vertex", make_raytraced, raytraced_traits()},
      {"adaptive", "cpu", "intersection volume by tiles with a bound of its error", make_adaptive,
       adaptive_traits()},
      {"adaptive", "reference", "the same in scalar code, to compare with", make_adaptive_reference,
       adaptive_traits()},
      {"hashing", "cpu", "depth of vertices in tetrahedra, by a spatial hash", make_hashing,
       hashing_traits()},
      {"tetdistance", "cpu", "distance to the boundary inside of tetrahedra", make_tetdistance,
       tetdistance_traits()},
      {"distancefield", "cpu", "depth of points in a field of distances, of rigid bodies", make_distancefield,
       distancefield_traits()},
      {"stochastic", "cpu", "random pairs of vertices, followed under a budget", make_stochastic,
       stochastic_traits()},
  };
  return methods;
}

/// Null if there is no such method.
const MethodTraits* traits_of(const std::string& method) {
  for (const MethodRegistration& known : registered())
    if (known.method == method)
      return &known.traits;
  return nullptr;
}

/// The same under these settings.
const MethodTraits* traits_under(const ContactSettings& settings) {
  const MethodTraits* known = traits_of(settings.method);
  const MethodTraits* instead = known && known->of_settings ? known->of_settings(settings) : nullptr;
  return instead ? instead : known;
}

} // namespace

const std::vector<MethodRegistration>& contact_methods() {
  return registered();
}

void add_contact_method(MethodRegistration registration) {
  for (const MethodRegistration& known : registered())
    if (known.method == registration.method && known.backend == registration.backend)
      return;
  registered().push_back(std::move(registration));
  declare_phases(registered().back().method, registered().back().traits.phases);
}

std::string usable_backend(const ContactSettings& settings) {
  bool has_cpu = false;
  for (const MethodRegistration& known : registered()) {
    if (known.method != settings.method)
      continue;
    if (known.backend == settings.backend)
      return settings.backend;
    has_cpu = has_cpu || known.backend == "cpu";
  }
  return has_cpu ? "cpu" : settings.backend;
}

MeasureKind measure_of(const ContactSettings& settings) {
  const MethodTraits* traits = traits_under(settings);
  return traits ? traits->measure : MeasureKind::depth;
}

bool leaves_evidence(const ContactSettings& settings, EvidenceType type) {
  const MethodTraits* traits = traits_under(settings);
  return traits &&
         std::find(traits->evidence.begin(), traits->evidence.end(), type) != traits->evidence.end();
}

std::string good_for(const std::string& method) {
  const MethodTraits* traits = traits_of(method);
  return traits ? traits->good_for : std::string();
}

ShapeParts needed_parts(const std::string& method) {
  const MethodTraits* traits = traits_of(method);
  return traits ? traits->needs : ShapeParts{};
}

std::unique_ptr<ContactMethod> make_contact_method(const ContactSettings& settings) {
  std::string known;
  std::vector<std::string> names;
  for (const MethodRegistration& method : contact_methods()) {
    if (method.method == settings.method && method.backend == settings.backend)
      return method.make();
    known += (known.empty() ? "" : ", ") + method.method + " on " + method.backend;
    names.push_back(method.method);
  }
  const std::string nearest = nearest_word(settings.method, names);
  const bool misspelt = !nearest.empty() && nearest != settings.method;
  throw InputError("no contact method \"" + settings.method + "\" on backend \"" + settings.backend + "\"" +
                   (misspelt ? " (did you mean \"" + nearest + "\"?)" : "") + "; there is: " + known);
}

} // namespace lamina
