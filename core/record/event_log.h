#pragma once

#include "core/simulation/event.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// An input and the step before which it came (counted from 0).
struct RecordedEvent {
  std::uint64_t step = 0;
  Event event;
};

/// One line of events.jsonl, a JSON object, without the line feed.
std::string event_to_text(const RecordedEvent& recorded);

/// Reads such a line; `file` and `line` are for messages. Throws InputError naming them, the reason and the
/// nearest known key or event.
RecordedEvent event_from_text(std::string_view text, const std::string& file, std::size_t line);

/// All events of an events.jsonl in order of their steps. A last line without a line feed, as a crash leaves
/// it, is ignored. Throws InputError for what is malformed or goes back in time, and for a file that cannot
/// be read.
std::vector<RecordedEvent> read_events(const std::filesystem::path& file);

} // namespace lamina
