#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string_view>

namespace lamina {

/// A text file being written. Every write goes to the system at once and is checked.
class OutputFile {
public:
  enum class Existing { emptied, refused };

  /// Makes the file, or empties it. A file that is there may be refused instead, also if another process
  /// makes it at the same time: by an InputError. Throws std::runtime_error with path and reason otherwise.
  explicit OutputFile(std::filesystem::path path, Existing existing = Existing::emptied);

  /// Throws std::runtime_error with path and reason (disk full …).
  void write(std::string_view text);

  /// Closes and checks; further writes are mistakes. Throws as write.
  void close();

private:
  [[noreturn]] void fail(int error) const;

  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::filesystem::path path_;
  std::unique_ptr<std::FILE, Close> file_;
};

} // namespace lamina
