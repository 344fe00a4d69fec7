#pragma once

#include "core/base/error.h"
#include "core/io/load.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace lamina::test {

/// The message with which an action refuses its input, or "accepted".
template <typename Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// A folder of its own for one test, removed afterwards.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "lamina-io-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path write(const std::string& name, const std::string& content) const {
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
  }
  const std::filesystem::path& path() const { return path_; }

private:
  std::filesystem::path path_;
};

/// The folder of shared models, or empty where there is none.
inline std::filesystem::path models_folder() {
  std::filesystem::path folder = std::filesystem::path(LAMINA_SOURCE_DIR) / ".." / "shared" / "models";
  if (const char* named = std::getenv("LAMINA_MODELS"))
    folder = named;
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

/// Lets load_mesh_file find the import program where it was built.
inline void use_built_import_program() {
  setenv("LAMINA_IMPORT", LAMINA_IMPORT_PROGRAM, 1);
}

} // namespace lamina::test
