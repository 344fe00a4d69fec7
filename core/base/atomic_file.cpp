#include "core/base/atomic_file.h"

#include "core/base/error.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace lamina {

namespace {

/// Everything or an error number.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written < 0 && errno != EINTR)
      return errno;
    if (written > 0)
      text.remove_prefix(static_cast<std::size_t>(written));
  }
  return ::fsync(file) == 0 ? 0 : errno;
}

} // namespace

void write_whole_file(const std::filesystem::path& path, std::string_view text) {
  std::error_code unknown;
  std::filesystem::path target = std::filesystem::weakly_canonical(path, unknown);
  if (unknown)
    target = path;
  const std::string temporary = target.string() + ".part-" + std::to_string(::getpid());
  const auto fail = [&](int error) {
    ::unlink(temporary.c_str());
    throw InputError(path.string(), 0,
                     std::string("cannot be written (") + std::strerror(error) +
                         "); choose another folder, or make room on the disk");
  };

  // A file that exists keeps who may read it.
  struct stat before {};
  const bool existed = ::stat(target.c_str(), &before) == 0;
  if (existed && !S_ISREG(before.st_mode))
    fail(EISDIR);
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0)
    fail(errno);
  if (existed)
    ::fchmod(file, before.st_mode & 07777);
  int error = write_all(file, text);
  if (::close(file) != 0 && error == 0)
    error = errno;
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0)
    error = errno;
  if (error != 0)
    fail(error);
}

} // namespace lamina
