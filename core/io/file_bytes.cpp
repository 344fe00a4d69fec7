#include "core/io/file_bytes.h"

#include "core/base/error.h"
#include "core/io/limits.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lamina {

namespace {

class Descriptor {
public:
  // O_NONBLOCK: opening a named pipe must not wait for a writer; regular files do not care.
  explicit Descriptor(const std::filesystem::path& file)
      : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (descriptor_ >= 0)
      ::close(descriptor_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return descriptor_; }

private:
  int descriptor_;
};

} // namespace

std::string extension_of(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension)
    c = static_cast<char>(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
  return extension;
}

FileBytes::FileBytes(const std::filesystem::path& file, const Progress& progress) {
  const Descriptor descriptor(file);
  if (descriptor.get() < 0)
    throw InputError(file.string(), 0, std::string("cannot be opened: ") + std::strerror(errno));
  struct stat status = {};
  if (::fstat(descriptor.get(), &status) != 0)
    throw InputError(file.string(), 0, std::string("cannot be read: ") + std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    throw InputError(file.string(), 0, S_ISDIR(status.st_mode) ? "is a folder" : "is not a regular file");
  if (static_cast<std::uint64_t>(status.st_size) > largest_file)
    throw InputError(file.string(), 0, "is larger than " + std::to_string(largest_file >> 20) + " MiB");

  const auto expected = static_cast<std::size_t>(status.st_size);
  bytes_ = std::make_unique_for_overwrite<char[]>(expected);
  while (size_ < expected) {
    const std::size_t chunk = std::min<std::size_t>(expected - size_, std::size_t{16} << 20);
    const ssize_t got = ::read(descriptor.get(), bytes_.get() + size_, chunk);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      throw InputError(file.string(), 0, std::string("cannot be read: ") + std::strerror(errno));
    if (got == 0)
      break; // it became shorter while being read; the reader sees what there was
    size_ += static_cast<std::size_t>(got);
    if (progress &&
        !progress(static_cast<double>(size_) / static_cast<double>(expected), "opening " + file.string()))
      throw Cancelled();
  }
}

} // namespace lamina
