#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace lamina::testing {

/// What a finished run of the program left behind.
struct Outcome {
  int exit_code = -1; ///< -1 if a signal ended it
  int signal = 0;     ///< 0 if it exited by itself
  std::string output; ///< standard output
  std::string words;  ///< standard error
};

/// Limits and inputs of a child process.
struct ChildOptions {
  double time_limit_s = 60;      ///< killed beyond it, which shows as signal 9
  std::size_t memory_limit = 0;  ///< bytes of address space; 0: none. Ignored under AddressSanitizer.
  std::size_t file_limit = 0;    ///< bytes that a file may grow to, as on a full disk; 0: none
  bool display = false;          ///< whether DISPLAY and WAYLAND_DISPLAY reach the child
  int interrupt_when_exists = 0; ///< signal to send once `awaited` exists; 0: none
  std::filesystem::path awaited = {};
};

/// Runs the built program with these arguments and waits for its end.
Outcome run_lamina(const std::vector<std::string>& arguments, const ChildOptions& options = {});

/// Expects that these arguments are refused: exit code 2, one line that holds the reason, and no such file.
void expect_refused(const std::vector<std::string>& arguments, const std::string& reason,
                    const std::filesystem::path& unwritten);

/// A folder that is removed with everything in it at the end of the test.
class TemporaryFolder {
public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  /// Writes a file in the folder and returns its path.
  std::string write(const std::string& name, const std::string& text) const;

private:
  std::filesystem::path path_;
};

/// Whole text of a file; empty if there is none.
std::string read_file(const std::filesystem::path& path);

/// A closed box in OBJ text, corners at `minimum` and `maximum`, faces outwards.
std::string box_obj(const std::vector<double>& minimum, const std::vector<double>& maximum);

/// The folder of shared models, or an empty path where there is none.
std::filesystem::path models_folder();

} // namespace lamina::testing
