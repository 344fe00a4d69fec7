#include "core/base/error.h"
#include "core/base/nearest_word.h"
#include "core/scene/scene_file.h"

#include <algorithm>
#include <cstdlib>

namespace lamina {

namespace {

std::vector<std::string> shipped_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".json")
      names.push_back(entry->path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace

std::filesystem::path shipped_scenes_folder() {
  if (const char* given = std::getenv("LAMINA_SCENES"); given && *given)
    return given;
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    const std::filesystem::path installed = program.parent_path().parent_path() / "share/lamina/scenes";
    if (std::filesystem::is_directory(installed, error))
      return installed;
  }
  return LAMINA_SOURCE_SCENES;
}

std::filesystem::path resolve_scene_name(const std::string& name_or_path) {
  std::error_code error;
  if (std::filesystem::exists(name_or_path, error))
    return name_or_path;
  const std::filesystem::path folder = shipped_scenes_folder();
  const std::vector<std::string> names = shipped_names(folder);
  if (std::find(names.begin(), names.end(), name_or_path) != names.end())
    return folder / (name_or_path + ".json");

  const std::filesystem::path path(name_or_path);
  std::string reason = "there is no such file";
  if (!path.has_parent_path()) {
    const std::string nearest = nearest_word(path.stem().string(), names);
    reason += " and no scene of that name" + (nearest.empty() ? std::string(" (`lamina scenes` lists them)")
                                                              : " (did you mean \"" + nearest + "\"?)");
  }
  throw InputError(name_or_path, 0, reason);
}

} // namespace lamina
