#include "core/contact/phases.h"

#include "core/contact/method.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <stdexcept>

namespace lamina {

namespace {

/// Phases of all methods, and which of them each method goes through.
struct PhaseList {
  struct OfMethod {
    std::string method;
    std::vector<std::size_t> phases;
    std::vector<std::string> labels; ///< of the same
  };
  std::vector<DetectionPhase> all;
  std::vector<OfMethod> methods;
};

std::size_t place_of(const PhaseList& list, std::string_view name) {
  const auto found = std::find_if(list.all.begin(), list.all.end(),
                                  [&](const DetectionPhase& phase) { return phase.name == name; });
  return static_cast<std::size_t>(found - list.all.begin());
}

const PhaseList::OfMethod* find_method(const PhaseList& list, std::string_view method) {
  const auto found = std::find_if(list.methods.begin(), list.methods.end(),
                                  [&](const PhaseList::OfMethod& known) { return known.method == method; });
  return found == list.methods.end() ? nullptr : &*found;
}

void add(PhaseList& list, const std::string& method, std::span<const DetectionPhase> phases) {
  if (find_method(list, method))
    return;
  PhaseList::OfMethod own{method, {}, {}};
  for (const DetectionPhase& phase : phases) {
    own.phases.push_back(place_of(list, phase.name));
    own.labels.push_back(phase.label);
    if (own.phases.back() < list.all.size())
      continue;
    if (list.all.size() == most_phases)
      throw std::logic_error("the contact methods have more phases together than can be timed");
    list.all.push_back(phase);
  }
  list.methods.push_back(std::move(own));
}

PhaseList& phase_list() {
  static PhaseList list = [] {
    PhaseList known;
    for (const MethodRegistration& registration : contact_methods())
      add(known, registration.method, registration.traits.phases);
    return known;
  }();
  return list;
}

} // namespace

void declare_phases(const std::string& method, std::span<const DetectionPhase> phases) {
  add(phase_list(), method, phases);
}

const std::vector<DetectionPhase>& detection_phases() {
  return phase_list().all;
}

std::size_t find_phase(std::string_view name) {
  const std::size_t place = place_of(phase_list(), name);
  return place < detection_phases().size() ? place : no_phase;
}

std::span<const std::size_t> phases_of_method(std::string_view method) {
  const PhaseList::OfMethod* found = find_method(phase_list(), method);
  return found ? std::span<const std::size_t>(found->phases) : std::span<const std::size_t>();
}

const std::string& phase_label(std::string_view method, std::size_t phase) {
  const PhaseList& list = phase_list();
  if (const PhaseList::OfMethod* found = find_method(list, method))
    for (std::size_t k = 0; k < found->phases.size(); ++k)
      if (found->phases[k] == phase)
        return found->labels[k];
  return list.all.at(phase).label;
}

std::string phase_labels(std::size_t phase) {
  std::set<std::string> labels;
  for (const PhaseList::OfMethod& method : phase_list().methods)
    for (std::size_t k = 0; k < method.phases.size(); ++k)
      if (method.phases[k] == phase)
        labels.insert(method.labels[k]);
  std::string text;
  for (const std::string& label : labels)
    text += (text.empty() ? "" : ", ") + label;
  return text;
}

double seconds_in(const MethodTimings& timings, std::string_view method, std::string_view phase) {
  const std::span<const std::size_t> own = phases_of_method(method);
  const auto found = std::find(own.begin(), own.end(), find_phase(phase));
  return found == own.end() ? 0 : timings[static_cast<std::size_t>(found - own.begin())];
}

} // namespace lamina
