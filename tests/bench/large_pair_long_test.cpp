#include "core/bench/detection_case.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/response/detection_request.h"
#include "tests/contact/same_contacts.h"

#include <gtest/gtest.h>

namespace lamina::bench {
namespace {

PairContacts detect(const MovedPair& pair, const std::string& backend, int threads) {
  DetectionCase wanted;
  wanted.resolution = 128;
  wanted.backend = backend;
  wanted.threads = threads;
  const Settings settings = settings_of(wanted);
  const std::array<BodyPair, 1> pairs = {BodyPair{0, 1}};
  std::vector<PairContacts> results;
  make_contact_method(settings.contact)->detect(detection_input(pair.surfaces(), pairs, settings), results);
  return results.at(0);
}

/// 4.46 million triangles, most of which fall between the pixel centres: nothing may be lost on the way that
/// passes over them, and every backend and number of threads sees the same.
TEST(LargePair, HasItsExactVolumeWhoeverLooks) {
  for (const PairPose pose : pair_poses) {
    SCOPED_TRACE(name_of(pose));
    MovedPair pair(pose, 3);
    for (const int repetition : {0, 5}) {
      pair.move(repetition);
      pair.refit();
      const PairContacts plain = detect(pair, "reference", 1);
      EXPECT_EQ(refusal(findings_of({&plain, 1}, pair.exact_volume()), volume_error_bound(128)), "");
      EXPECT_GT(images_of(plain).pixels.size(), 10'000u);
      for (const int threads : {1, 2, 5})
        test::expect_same(detect(pair, "cpu", threads), plain);
    }
  }
}

} // namespace
} // namespace lamina::bench
