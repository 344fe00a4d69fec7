#include "core/contact/method.h"

#include "core/base/error.h"
#include "core/base/nearest_word.h"
#include "core/contact/ldi/ldi.h"

#include <utility>

namespace lamina {

namespace {

std::vector<MethodRegistration>& registered() {
  static std::vector<MethodRegistration> methods = {
      {"ldi", "cpu", "intersection volume on layered depth images", make_ldi_cpu},
      {"ldi", "plain", "the same in plain scalar code, to compare with", make_ldi_plain},
  };
  return methods;
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
}

std::unique_ptr<ContactMethod> make_contact_method(const Settings& settings) {
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
