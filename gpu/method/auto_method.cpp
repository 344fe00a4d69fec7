#include "gpu/method/auto_method.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <utility>

namespace lamina::gpu {

namespace {

class AutoMethod : public ContactMethod {
public:
  explicit AutoMethod(std::vector<Candidate> candidates) : candidates_(std::move(candidates)) {}

  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override {
    const MethodTimings timings = candidates_[chosen_].method->detect(input, results);
    const auto touches = [](const PairContacts& pair) { return !pair.contacts.empty(); };
    if (!fallback_ && std::any_of(results.begin(), results.end(), touches))
      choose(input);
    return timings;
  }

  bool finds_details_again(const ContactSettings& settings) const override {
    return candidates_[chosen_].method->finds_details_again(settings);
  }
  std::optional<BackendFallback> fallback() const override { return fallback_; }

private:
  void choose(const DetectionInput& input) {
    std::vector<PairContacts> results;
    std::string times;
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      ContactMethod& method = *candidates_[i].method;
      method.detect(input, results);
      const auto begin = std::chrono::steady_clock::now();
      method.detect(input, results);
      const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
      // One that gave up has been timed on another backend.
      if (method.fallback())
        continue;
      char text[64];
      std::snprintf(text, sizeof text, "%.2f ms", took.count());
      times += (times.empty() ? "" : ", ") + candidates_[i].backend + " " + text;
      if (took.count() < shortest) {
        shortest = took.count();
        chosen_ = i;
      }
    }
    fallback_ = {candidates_[chosen_].backend,
                 "backend auto chose " + candidates_[chosen_].backend + " (one step: " + times + ")"};
  }

  std::vector<Candidate> candidates_;
  std::size_t chosen_ = 0;
  std::optional<BackendFallback> fallback_;
};

} // namespace

std::unique_ptr<ContactMethod> make_auto_method(std::vector<Candidate> candidates) {
  return std::make_unique<AutoMethod>(std::move(candidates));
}

} // namespace lamina::gpu
