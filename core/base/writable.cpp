#include "core/base/writable.h"

#include "core/base/error.h"

#include <cerrno>
#include <system_error>
#include <unistd.h>

namespace lamina {

namespace {

void refuse_folder(const std::filesystem::path& folder, const std::filesystem::path& file) {
  std::error_code error;
  if (!std::filesystem::is_directory(folder, error))
    throw InputError(file.string(), 0, "cannot be written: " + folder.string() + " is no folder");
  if (::access(folder.c_str(), W_OK | X_OK) != 0)
    throw InputError(file.string(), 0,
                     "cannot be written into " + folder.string() + ": " +
                         std::generic_category().message(errno));
}

} // namespace

void refuse_unwritable(const std::filesystem::path& file) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(file);
  if (std::filesystem::is_directory(whole, error))
    throw InputError(file.string(), 0, "cannot be written: it is a folder");
  if (std::filesystem::exists(whole, error)) {
    if (::access(whole.c_str(), W_OK) != 0)
      throw InputError(file.string(), 0, "cannot be written: " + std::generic_category().message(errno));
    return;
  }
  std::filesystem::path folder = whole.parent_path();
  while (folder.has_relative_path() && !std::filesystem::exists(folder, error))
    folder = folder.parent_path();
  refuse_folder(folder, file);
}

void refuse_unwritable_output(const std::filesystem::path& file) {
  const std::filesystem::path folder = std::filesystem::absolute(file).parent_path();
  std::error_code error;
  if (!std::filesystem::exists(folder, error))
    throw InputError(file.string(), 0, "cannot be written: there is no folder " + folder.string());
  refuse_unwritable(file);
}

} // namespace lamina
