#include "app/sweep/sweep_folder.h"

#include "core/base/error.h"
#include "core/base/version.h"
#include "core/edit/atomic_file.h"
#include "core/report/report_run.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <stdexcept>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace lamina {

namespace {

using Json = nlohmann::ordered_json;

constexpr int format = 1;

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw InputError(folder.string(), 0, "cannot be made: " + error.message() + "; name another folder");
}

/// Held until the file is closed, also by the end of the process.
int lock(const std::filesystem::path& folder) {
  const int file = open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    throw InputError(folder.string(), 0, "cannot be written; name another folder");
  if (flock(file, LOCK_EX | LOCK_NB) == 0)
    return file;
  close(file);
  throw InputError(folder.string(), 0, "is in use by another sweep; wait for its end or name another folder");
}

void write_description(const std::filesystem::path& file, const SweepBase& base) {
  const Json json{{"format", format},
                  {"program", "lamina"},
                  {"version", LAMINA_VERSION},
                  {"scene", {{"title", base.title}, {"hash", base.scene_hash}}},
                  {"steps", base.steps}};
  write_whole_file(file, json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

void compare_description(const std::filesystem::path& file, const SweepBase& base) {
  const Json json = Json::parse(std::ifstream(file), nullptr, false);
  const auto other = [&](const std::string& what) {
    throw InputError(file.string(), 0, what + "; name another folder for this one");
  };
  if (!json.is_object() || !json.contains("scene") || !json["scene"].is_object() ||
      json.value("format", Json()) != format)
    other("is not the description of a sweep that this version reads");
  if (json["scene"].value("hash", Json()) != base.scene_hash)
    other("the folder holds a sweep of another scene, or with other options");
  if (json.value("steps", Json()) != base.steps)
    other("the folder holds a sweep of another number of steps");
  if (json.value("version", Json()) != LAMINA_VERSION)
    other("the folder holds a sweep by another version of Lamina");
}

} // namespace

SweepFolder::SweepFolder(const std::filesystem::path& folder, const SweepBase& base)
    : folder_(folder), base_(base) {
  std::error_code error;
  const std::filesystem::path description = folder_ / "sweep.json";
  const bool known = std::filesystem::exists(description, error);
  if (!known && std::filesystem::exists(folder_, error) && !std::filesystem::is_empty(folder_, error))
    throw InputError(folder_.string(), 0, "is not empty and holds no sweep; name a new folder");
  make_folder(folder_ / "cells");
  lock_ = lock(folder_);
  try {
    if (known)
      compare_description(description, base_);
    else
      write_description(description, base_);
  } catch (...) {
    close(lock_);
    throw;
  }
}

SweepFolder::~SweepFolder() {
  close(lock_);
}

bool SweepFolder::finished(const std::string& cell) {
  std::error_code ignored;
  std::filesystem::remove_all(part(cell), ignored);
  if (!std::filesystem::exists(run(cell), ignored))
    return false;
  try {
    const ReportRun recorded = read_report_run(run(cell));
    if (recorded.finished && recorded.series.last_step == static_cast<std::uint64_t>(base_.steps))
      return true;
  } catch (const InputError&) {
    // Damaged since: it is made again.
  }
  std::filesystem::remove_all(run(cell), ignored);
  return false;
}

std::filesystem::path SweepFolder::run(const std::string& cell) const {
  return folder_ / "cells" / cell;
}

std::filesystem::path SweepFolder::part(const std::string& cell) const {
  return folder_ / "cells" / (cell + ".part");
}

std::filesystem::path SweepFolder::words(const std::string& cell) const {
  return folder_ / "cells" / (cell + ".txt");
}

void SweepFolder::finish(const std::string& cell) {
  std::error_code error;
  std::filesystem::rename(part(cell), run(cell), error);
  if (error)
    throw std::runtime_error(run(cell).string() + ": cannot be written: " + error.message());
  std::filesystem::remove(words(cell), error);
}

std::filesystem::path SweepFolder::write_table(const SweepTable& table) const {
  const std::filesystem::path file = folder_ / "table.csv";
  write_whole_file(file, table.csv());
  return file;
}

} // namespace lamina
