#include "core/record/output_file.h"

#include "core/base/error.h"

#include <cassert>
#include <cerrno>
#include <stdexcept>
#include <string>
#include <system_error>

namespace lamina {

OutputFile::OutputFile(std::filesystem::path path, Existing existing) : path_(std::move(path)) {
  file_.reset(std::fopen(path_.c_str(), existing == Existing::refused ? "wbx" : "wb"));
  if (file_)
    return;
  if (errno == EEXIST)
    throw InputError(path_.string(), 0, "is there already");
  fail(errno);
}

void OutputFile::write(std::string_view text) {
  assert(file_);
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() || std::fflush(file_.get()) != 0)
    fail(errno);
}

void OutputFile::close() {
  assert(file_);
  if (std::fclose(file_.release()) != 0)
    fail(errno);
}

void OutputFile::fail(int error) const {
  throw std::runtime_error(path_.string() + ": cannot be written: " + std::generic_category().message(error));
}

} // namespace lamina
