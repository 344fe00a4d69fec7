#include "core/record/line_reader.h"

#include "core/base/error.h"

#include <algorithm>

namespace lamina {

void require_regular_file(const std::filesystem::path& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status))
    throw InputError(path.string(), 0, "there is no such file; a run folder has one");
  if (!std::filesystem::is_regular_file(status))
    throw InputError(path.string(), 0, "is not a file");
}

LineReader::LineReader(const std::filesystem::path& path) : name_(path.string()) {
  require_regular_file(path);
  stream_.open(path, std::ios::binary);
  if (!stream_)
    throw InputError(name_, 0, "cannot be read");
}

bool LineReader::next(std::string& line) {
  line.clear();
  std::streambuf& buffer = *stream_.rdbuf();
  for (int c = buffer.sbumpc(); c != std::char_traits<char>::eof(); c = buffer.sbumpc()) {
    if (c == '\n') {
      ++line_;
      return true;
    }
    line += static_cast<char>(c);
    if (line.size() > longest_line) {
      ++line_;
      refuse("the line is longer than " + std::to_string(longest_line >> 20) + " MiB: this is no such file");
    }
  }
  cut_ = !line.empty();
  line.clear();
  return false;
}

void LineReader::refuse(const std::string& reason) const {
  throw InputError(name_, line_, reason);
}

} // namespace lamina
