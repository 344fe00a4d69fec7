#pragma once

#include "tests/contact/contact_support.h"
#include "tests/contact/ldi/awkward_triangles.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

#include <hwy/targets.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>
#include <vector>

namespace lamina::test {

/// Every kind of processor that this one can stand in for.
class VectorStages : public testing::TestWithParam<std::int64_t> {
protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }

  static void expect_same_as_reference(const Surface& a, const Surface& b, Settings settings) {
    settings.contact.backend = "cpu";
    const PairContacts fast = detect(a, b, settings);
    settings.contact.backend = "reference";
    expect_same(fast, detect(a, b, settings));
  }
};

/// One of them may be a processor without vectors.
inline std::vector<std::int64_t> all_targets_here() {
  std::vector<std::int64_t> targets;
  for (std::int64_t rest = hwy::SupportedTargets() & (HWY_TARGETS | HWY_STATIC_TARGET); rest != 0;
       rest &= rest - 1)
    targets.push_back(rest & -rest);
  return targets;
}

/// Those with vectors.
inline std::vector<std::int64_t> targets_here() {
  std::vector<std::int64_t> targets = all_targets_here();
  std::erase(targets, std::int64_t{HWY_SCALAR});
  return targets;
}

/// Where a processor without vectors has code of its own too.
class AllProcessors : public VectorStages {};

inline std::string name_of_target(const testing::TestParamInfo<std::int64_t>& target) {
  std::string name = hwy::TargetName(target.param);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
}

} // namespace lamina::test
