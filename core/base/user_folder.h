#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace lamina {

/// Where a user's files of a kind lie, by the XDG base directory specification: what the environment variable
/// says if that is an absolute path, else the folder `usual` in the user's home. Empty without a home.
inline std::filesystem::path user_folder(const char* variable, const std::string& usual) {
  if (const char* given = std::getenv(variable); given && *given == '/')
    return given;
  if (const char* home = std::getenv("HOME"); home && *home == '/')
    return std::filesystem::path(home) / usual;
  return {};
}

} // namespace lamina
