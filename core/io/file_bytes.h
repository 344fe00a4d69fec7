#pragma once

#include "core/base/progress.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lamina {

/// The part of the file's name from its last point on, with that, in small letters; empty if there is none.
std::string extension_of(const std::filesystem::path& file);

/// A file read whole into memory.
class FileBytes {
public:
  /// Throws InputError if the file does not exist, is no regular file, cannot be read or is larger than the
  /// limit; Cancelled if the progress asks for it.
  FileBytes(const std::filesystem::path& file, const Progress& progress);

  std::string_view view() const { return {bytes_.get(), size_}; }

private:
  std::unique_ptr<char[]> bytes_;
  std::size_t size_ = 0;
};

} // namespace lamina
