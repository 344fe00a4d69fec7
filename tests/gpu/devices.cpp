#include "tests/gpu/devices.h"

#include "core/contact/ldi/device/device_method.h"
#include "core/contact/ldi/device/host_device.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/ldi/ldi.h"
#include "core/mesh/procedural.h"
#include "core/response/detection_request.h"
#include "tests/contact/contact_support.h"
#include "tests/contact/same_contacts.h"
#include "tests/gpu/absent_devices.h"

namespace lamina::test {

std::vector<DeviceCase> device_cases() {
  std::vector<DeviceCase> cases;
  for (const int threads : {1, 2, 3})
    cases.push_back({"host_" + std::to_string(threads),
                     [threads] {
                       ldi::HostSettings settings;
                       settings.threads = threads;
                       settings.block = threads == 3 ? 1 : 128;
                       return ldi::make_host_device(settings);
                     },
                     [] { return std::string(); },
                     // Backend reference is a host device itself.
                     "cpu"});
  cases.push_back({"cuda", gpu::make_cuda_device, why_no_cuda});
  for (const bool contacts : {false, true})
    cases.push_back({contacts ? "opengl" : "opengl_layers",
                     [contacts] {
                       gpu::OpenglSettings settings;
                       settings.contacts = contacts;
                       return gpu::make_opengl_device(settings);
                     },
                     why_no_opengl});
  return cases;
}

std::vector<PairContacts> detect_all(ContactMethod& method, const std::vector<Surface>& surfaces,
                                     const std::vector<BodyPair>& pairs, const Settings& settings) {
  std::vector<const Surface*> pointers;
  for (const Surface& surface : surfaces)
    pointers.push_back(&surface);
  std::vector<PairContacts> results;
  method.detect(detection_input(pointers, pairs, settings), results);
  return results;
}

void expect_right_contact(ContactMethod& method, const Settings& settings, const BodyPair& pair) {
  const std::vector<Surface> surfaces = {surface_of(make_sphere(0.5, 900)),
                                         surface_of(make_box({1, 1, 1}), {{0.3, 0, 0}, Quat::Identity()})};
  const std::vector<PairContacts> found = detect_all(method, surfaces, {pair}, settings),
                                  wanted = detect_all(*make_ldi_cpu(), surfaces, {pair}, settings);
  expect_same(found.at(0), wanted.at(0));
  EXPECT_GT(images_of(found.at(0)).volume, 0);
}

void OnDevice::SetUp() {
  if (const std::string why = GetParam().why_absent(); !why.empty())
    GTEST_SKIP() << GetParam().name << ": " << why;
  method_ = ldi::make_device_method(GetParam().make());
}

std::vector<PairContacts> OnDevice::expect_same_as_reference(const std::vector<Surface>& surfaces,
                                                             const std::vector<BodyPair>& pairs,
                                                             Settings settings) {
  const std::vector<PairContacts> found = detect_all(*method_, surfaces, pairs, settings);
  EXPECT_FALSE(method_->fallback());
  settings.contact.backend = GetParam().other;
  const std::unique_ptr<ContactMethod> other = make_contact_method(settings.contact);
  std::vector<PairContacts> wanted = detect_all(*other, surfaces, pairs, settings);
  EXPECT_EQ(found.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    SCOPED_TRACE(i);
    expect_same(found.at(i), wanted[i]);
    contacts_ += found[i].contacts.size();
  }
  return wanted;
}

void OpenglTest::SetUp() {
  std::string why;
  renderer_ = gpu::opengl_renderer(why);
  if (renderer_.empty())
    GTEST_SKIP() << "opengl: " << why;
}

} // namespace lamina::test
