#pragma once

#include <assimp/DefaultIOSystem.h>

#include <filesystem>
#include <map>
#include <string>

namespace lamina {

/// File access for Assimp that opens regular files inside one folder only, so that a model cannot pull in
/// files from elsewhere.
class FolderIo : public Assimp::DefaultIOSystem {
public:
  explicit FolderIo(const std::filesystem::path& folder);

  bool Exists(const char* file) const override;
  Assimp::IOStream* Open(const char* file, const char* mode) override;

  /// From now on a file of this path, in whatever folder, is found here instead. It is kept until the end.
  void put(const std::filesystem::path& file, std::string bytes);

  /// What was asked for and refused or not found, for the message; empty if nothing was.
  const std::string& missed() const { return missed_; }

private:
  bool allowed(const char* file) const;

  const std::string* memory_file(const char* file) const;

  std::filesystem::path folder_;
  std::map<std::filesystem::path, std::string> memory_files_; ///< by canonical path
  std::string missed_;
};

} // namespace lamina
