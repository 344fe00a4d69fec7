#pragma once

#include "core/contact/ldi/device/layer_device.h"
#include "core/contact/method.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace lamina::test {

/// A device that the stages are tested on.
struct DeviceCase {
  std::string name;
  std::function<std::unique_ptr<ldi::LayerDevice>()> make;
  std::string (*why_absent)() = [] { return std::string(); }; ///< empty if there is such a device
  std::string other = "reference";                            ///< the backend that it is compared with
};

/// For the names of tests.
inline void PrintTo(const DeviceCase& device, std::ostream* out) {
  *out << device.name;
}

/// Every kind of device that this program was built for, and the host's threads: one, two and three of them.
/// Three take single indices in turn, so that a thread sanitizer sees whatever neighbours share.
std::vector<DeviceCase> device_cases();

/// What a method finds of these pairs.
std::vector<PairContacts> detect_all(ContactMethod& method, const std::vector<Surface>& surfaces,
                                     const std::vector<BodyPair>& pairs, const Settings& settings);

/// Detects the contact of a sphere (0) and a box (1), and compares with backend cpu bit by bit.
void expect_right_contact(ContactMethod& method, const Settings& settings, const BodyPair& pair = {0, 1});

/// Every device that there is; those that are not there are skipped by name.
class OnDevice : public testing::TestWithParam<DeviceCase> {
protected:
  void SetUp() override;
  /// Bit by bit the same as the other backend finds, which it returns.
  std::vector<PairContacts> expect_same_as_reference(const std::vector<Surface>& surfaces,
                                                     const std::vector<BodyPair>& pairs, Settings settings);

  std::unique_ptr<ContactMethod> method_;
  std::size_t contacts_ = 0; ///< found so far: so that equality means something
};

/// Tests that need OpenGL: skipped by name where there is none.
class OpenglTest : public testing::Test {
protected:
  void SetUp() override;
  std::string renderer_;
};

} // namespace lamina::test
