#include "app/sweep/sweep_folder.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/version.h"
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

/// A folder without a description may hold what another cell's process is just making, and nothing else.
void refuse_other_things(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder / "sweep.json", error))
    return;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name != "cells" && name != "lock" && name.rfind("sweep.json.part", 0) != 0)
      throw InputError(folder.string(), 0, "is not empty and holds no sweep; name a new folder");
  }
}

/// Held until the file is closed, also by the end of the process.
int lock(const std::filesystem::path& folder, SweepHold hold) {
  const int file = open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (file < 0)
    throw InputError(folder.string(), 0, "cannot be written; name another folder");
  if (flock(file, (hold == SweepHold::all_cells ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0)
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

SweepFolder::SweepFolder(const std::filesystem::path& folder, const SweepBase& base, SweepHold hold)
    : folder_(folder), base_(base) {
  refuse_other_things(folder_);
  make_folder(folder_ / "cells");
  lock_ = lock(folder_, hold);
  try {
    const std::filesystem::path description = folder_ / "sweep.json";
    if (std::filesystem::exists(description))
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
    const ReportRun earlier = read_report_run(run(cell));
    if (earlier.recorded.finished && earlier.series.last_step == static_cast<std::uint64_t>(base_.steps))
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
