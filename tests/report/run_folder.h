#pragma once

#include "core/base/error.h"
#include "core/base/version.h"

#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>

namespace lamina::testing {

/// A run folder made by hand, removed at the end of the test.
class RunFolder {
public:
  explicit RunFolder(const std::string& name = "run") {
    std::string pattern = (std::filesystem::temp_directory_path() / "lamina-report-XXXXXX").string();
    if (!mkdtemp(pattern.data()))
      throw std::runtime_error("cannot make a temporary folder");
    parent_ = pattern;
    path_ = parent_ / name;
    std::filesystem::create_directories(path_);
    write("run.json", description());
    write("events.jsonl", "");
    write("steps.csv", "step,time_s,wall_ms,kinetic_J,potential_J,elastic_J,contact_J,state_hash\n"
                       "1,0.01,2,1,10,0,0.5,00000000000000aa\n"
                       "2,0.02,4,2,9,0,0.25,00000000000000bb\n");
  }
  ~RunFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(parent_, ignored);
  }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  static std::string description(const std::string& title = "a scene", const std::string& resolution = "16") {
    return R"({"format": 1, "program": "lamina", "version": ")" LAMINA_VERSION
           R"(", "started": "2026-01-02T03:04:05+0000",
      "scene": {"title": ")" +
           title + R"(", "hash": "0123456789abcdef"}, "settings": {"time_step": 0.01, "resolution": )" +
           resolution +
           R"(}, "threads": 2, "machine": {"cpu": "a cpu", "cores": 4, "system": "a system"}, "finished": true,
      "wall_s": 1.5})";
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name, std::ios::binary) << text;
  }
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path parent_, path_;
};

/// The message of the InputError that some work ends with; "" and a failed test if it does not.
inline std::string refusal_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message;
  }
  ADD_FAILURE() << "not refused";
  return "";
}

} // namespace lamina::testing
