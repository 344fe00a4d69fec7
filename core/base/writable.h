#pragma once

#include <filesystem>

namespace lamina {

/// Throws InputError, with path and reason, if this process could not write the file now: there is a folder
/// in its place, or it may not be changed or made. Folders of the path that are missing count as to be made,
/// if the nearest one that is there can be written. Makes nothing. For use before long work.
void refuse_unwritable(const std::filesystem::path& file);

/// The same, but the file's folder must be there.
void refuse_unwritable_output(const std::filesystem::path& file);

} // namespace lamina
