#pragma once

#include <string>
#include <utility>
#include <vector>

namespace lamina {

/// What the last bits of results depend on besides a scene and its inputs. That is the program, who compiled
/// it and for what, and which variants of elementary functions the C library has picked for this processor.
/// The variants with fused multiply-add round differently, so they are measured: each function's results at
/// fixed arguments make a fingerprint.
struct Arithmetic {
  std::string program;      ///< identifies the executable, see build_id()
  std::string compiler;     ///< name and version
  std::string build;        ///< "optimised" or "debug": whether asserts are compiled in
  std::string target;       ///< vector instructions that the compiler was allowed
  std::string library;      ///< C library and its version
  std::string tunables;     ///< GLIBC_TUNABLES as the program found it; "" if none
  std::string cpu_features; ///< of those that matter: words separated by spaces
  std::vector<std::pair<std::string, std::string>> functions; ///< name and fingerprint, 16 hexadecimal digits

  bool operator==(const Arithmetic&) const = default;
};

/// Of this program in this process.
Arithmetic this_arithmetic();

/// One sentence for each item that differs, without a full stop; functions that differ share one. Items that
/// the recording does not state are left out.
std::vector<std::string> differences(const Arithmetic& recorded, const Arithmetic& now);

/// How to start the program so that the C library picks the variants of the recording: an assignment of
/// GLIBC_TUNABLES. It can only help where processor features that the recording's machine lacked decide them.
/// "" if nothing is to be done, or if this processor lacks what the recording's had.
std::string matching_tunables(const Arithmetic& recorded, const Arithmetic& now);

} // namespace lamina
