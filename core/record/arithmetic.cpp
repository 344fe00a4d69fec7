#include "core/record/arithmetic.h"

#include "core/base/hash.h"
#include "core/base/hexadecimal.h"
#include "core/record/build_id.h"

#include <Eigen/Core>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string_view>

#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

namespace lamina {

namespace {

std::string compiler_name() {
#if defined(__clang__)
  return "clang " + std::to_string(__clang_major__) + "." + std::to_string(__clang_minor__) + "." +
         std::to_string(__clang_patchlevel__);
#elif defined(__GNUC__)
  return std::string("g++ ") + __VERSION__;
#else
  return "unknown";
#endif
}

std::string library_name() {
#if defined(__GLIBC__)
  return std::string("glibc ") + gnu_get_libc_version();
#else
  return "unknown";
#endif
}

/// Features by which glibc chooses variants of its functions.
std::string cpu_feature_words() {
  std::string words;
#if defined(__x86_64__) && defined(__GNUC__)
  __builtin_cpu_init();
  const std::pair<const char*, bool> features[] = {
      {"sse4.1", __builtin_cpu_supports("sse4.1") != 0}, {"avx", __builtin_cpu_supports("avx") != 0},
      {"avx2", __builtin_cpu_supports("avx2") != 0},     {"fma", __builtin_cpu_supports("fma") != 0},
      {"fma4", __builtin_cpu_supports("fma4") != 0},     {"avx512f", __builtin_cpu_supports("avx512f") != 0}};
  for (const auto& [name, present] : features)
    if (present)
      words += (words.empty() ? "" : " ") + std::string(name);
#endif
  return words;
}

/// Arguments are volatile, so that the compiler cannot compute the results itself with a library of its own.
template <typename Function>
std::string fingerprint(double from, double to, const Function& function) {
  constexpr int count = 4000;
  std::uint64_t hash = 0;
  for (int i = 0; i < count; ++i) {
    const volatile double argument = from + (to - from) * i / count;
    const double result = function(argument);
    hash = hash_bits({&result, 1}, hash);
  }
  return hexadecimal(hash);
}

std::vector<std::pair<std::string, std::string>> function_fingerprints() {
  return {{"sin", fingerprint(-10, 10, [](double x) { return std::sin(x); })},
          {"cos", fingerprint(-10, 10, [](double x) { return std::cos(x); })},
          {"tan", fingerprint(-1.5, 1.5, [](double x) { return std::tan(x); })},
          {"asin", fingerprint(-1, 1, [](double x) { return std::asin(x); })},
          {"acos", fingerprint(-1, 1, [](double x) { return std::acos(x); })},
          {"atan2", fingerprint(-3, 3, [](double x) { return std::atan2(x, 0.7); })},
          {"exp", fingerprint(-20, 20, [](double x) { return std::exp(x); })},
          {"log", fingerprint(0.01, 50, [](double x) { return std::log(x); })},
          {"pow", fingerprint(0.01, 50, [](double x) { return std::pow(x, 1.3); })},
          {"cbrt", fingerprint(0.01, 50, [](double x) { return std::cbrt(x); })}};
}

std::vector<std::string> words_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;)
    words.push_back(word);
  return words;
}

std::string list(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words)
    text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// Those of `words` that are not among `others`.
std::vector<std::string> missing_in(const std::vector<std::string>& words,
                                    const std::vector<std::string>& others) {
  std::vector<std::string> missing;
  for (const std::string& word : words)
    if (std::find(others.begin(), others.end(), word) == others.end())
      missing.push_back(word);
  return missing;
}

/// Whether a text from a file can stand in a shell command as it is.
bool is_plain(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return std::isalnum(c) ||
           std::string_view("_.,=:+-").find(static_cast<char>(c)) != std::string_view::npos;
  });
}

std::vector<std::string> differing_functions(const Arithmetic& recorded, const Arithmetic& now) {
  std::vector<std::string> names;
  for (const auto& [name, fingerprint] : recorded.functions)
    for (const auto& [own_name, own] : now.functions)
      if (name == own_name && fingerprint != own)
        names.push_back(name);
  return names;
}

} // namespace

Arithmetic this_arithmetic() {
  Arithmetic arithmetic;
  arithmetic.program = build_id();
  arithmetic.compiler = compiler_name();
#ifdef NDEBUG
  arithmetic.build = "optimised";
#else
  arithmetic.build = "debug";
#endif
  arithmetic.target = Eigen::SimdInstructionSetsInUse();
  arithmetic.library = library_name();
  if (const char* tunables = std::getenv("GLIBC_TUNABLES"))
    arithmetic.tunables = tunables;
  arithmetic.cpu_features = cpu_feature_words();
  arithmetic.functions = function_fingerprints();
  return arithmetic;
}

std::vector<std::string> differences(const Arithmetic& recorded, const Arithmetic& now) {
  std::vector<std::string> sentences;
  const auto compare = [&](const std::string& what, const std::string& then, const std::string& here) {
    if (!then.empty() && then != here)
      sentences.push_back(what + ": " + then + " then, " + (here.empty() ? "none" : here) + " now");
  };
  if (!recorded.program.empty() && recorded.program != now.program)
    sentences.push_back("the program is another build");
  compare("compiler", recorded.compiler, now.compiler);
  compare("build", recorded.build, now.build);
  compare("compiled for", recorded.target, now.target);
  compare("C library", recorded.library, now.library);
  if (!recorded.library.empty() && recorded.tunables != now.tunables)
    sentences.push_back("GLIBC_TUNABLES: " + (recorded.tunables.empty() ? "none" : recorded.tunables) +
                        " then, " + (now.tunables.empty() ? "none" : now.tunables) + " now");
  const auto then = words_of(recorded.cpu_features), here = words_of(now.cpu_features);
  if (!then.empty() && !missing_in(then, here).empty())
    sentences.push_back("this processor lacks " + list(missing_in(then, here)));
  if (!then.empty() && !missing_in(here, then).empty())
    sentences.push_back("the recording's processor lacked " + list(missing_in(here, then)));
  if (const auto names = differing_functions(recorded, now); !names.empty())
    sentences.push_back("the C library computes other last bits in " + list(names));
  return sentences;
}

std::string matching_tunables(const Arithmetic& recorded, const Arithmetic& now) {
  const auto then = words_of(recorded.cpu_features), here = words_of(now.cpu_features);
  if (then.empty() || differing_functions(recorded, now).empty() || !missing_in(then, here).empty())
    return "";
  if (recorded.tunables != now.tunables)
    return is_plain(recorded.tunables) ? "GLIBC_TUNABLES=" + recorded.tunables : "";
  const std::array<std::pair<const char*, const char*>, 6> names{{{"sse4.1", "SSE4_1"},
                                                                  {"avx", "AVX"},
                                                                  {"avx2", "AVX2"},
                                                                  {"fma", "FMA"},
                                                                  {"fma4", "FMA4"},
                                                                  {"avx512f", "AVX512F"}}};
  std::string without;
  for (const std::string& feature : missing_in(here, then))
    for (const auto& [word, name] : names)
      if (feature == word)
        without += (without.empty() ? "-" : ",-") + std::string(name);
  return without.empty() ? "" : "GLIBC_TUNABLES=glibc.cpu.hwcaps=" + without;
}

} // namespace lamina
