#include "gpu/devices.h"

#include "core/base/error.h"
#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/method.h"
#include "gpu/cuda/cuda_device.h"
#include "gpu/method/auto_method.h"
#include "gpu/opengl/device_context.h"
#include "gpu/opengl/opengl_device.h"
#include "gpu/opengl/peeling/peeling_device.h"

#include <utility>

namespace lamina::gpu {

namespace {

/// What cannot be used is refused like any other setting, with a way out.
std::unique_ptr<ContactMethod> on_device(const std::string& backend,
                                         std::unique_ptr<ldi::LayerDevice> (*make)()) {
  try {
    return ldi::make_device_method(make());
  } catch (const ldi::DeviceError& error) {
    throw InputError("backend \"" + backend + "\" cannot be used here: " + error.what() +
                     " (lamina devices lists what can)");
  }
}

std::unique_ptr<ContactMethod> on_opengl() {
  return on_device("opengl", make_opengl_device);
}

std::unique_ptr<ContactMethod> by_peeling() {
  return on_device("peeling", make_peeling_device);
}

std::unique_ptr<ContactMethod> on_cuda() {
  return on_device("cuda", make_cuda_device);
}

/// The processor, and the devices that there are and that find the same.
std::unique_ptr<ContactMethod> on_the_fastest() {
  std::vector<Candidate> candidates;
  candidates.push_back({"cpu", make_ldi_cpu()});
  constexpr std::pair<const char*, MethodFactory> others[] = {{"opengl", on_opengl}, {"cuda", on_cuda}};
  for (const auto& [backend, make] : others) {
    try {
      candidates.push_back({backend, make()});
    } catch (const InputError&) {
      // Not here: lamina devices says why.
    }
  }
  return make_auto_method(std::move(candidates));
}

} // namespace

std::vector<DeviceInfo> devices() {
  std::string why;
  const std::string renderer = opengl_renderer(why);
  std::string why_not_peeling;
  const std::string peeler = peeling_renderer(why_not_peeling);
  const auto pictures = [](const std::string& why_not, const std::string& why_by_copy) {
    return why_not.empty() ? ldi::way_to_pictures(why_by_copy) : std::string();
  };
  std::vector<DeviceInfo> all{
      {"opengl", renderer, 0, why, pictures(why, opengl_why_by_copy())},
      {"peeling", peeler, 0, why_not_peeling, pictures(why_not_peeling, ldi::made_by_processor)}};
  const std::size_t others = all.size();
  why.clear();
  for (const CudaCard& card : cuda_cards(why))
    all.push_back(
        {"cuda",
         card.name + ", compute capability " + std::to_string(card.major) + "." + std::to_string(card.minor),
         card.memory, "", ldi::way_to_pictures(cuda_why_by_copy())});
  if (all.size() == others)
    all.push_back({"cuda", "", 0, why, ""});
  return all;
}

void share_contexts(SharedContextMaker maker) {
  set_shared_contexts(std::move(maker));
}

void register_backends() {
  add_contact_method({"ldi", "opengl", "the same in compute shaders of OpenGL 4.5", on_opengl});
  add_contact_method({"ldi", "peeling",
                      "as F08 does it: layers by depth peeling in OpenGL, read back; nearly the same",
                      by_peeling});
  add_contact_method({"ldi", "cuda", "the same on a CUDA card", on_cuda});
  add_contact_method({"ldi", "auto", "whichever of these takes the first contact fastest", on_the_fastest});
}

} // namespace lamina::gpu
