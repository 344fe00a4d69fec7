#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace lamina {

/// Decodes base64 (RFC 4648) until `bytes` bytes are there or the text ends. Blanks are passed over; padding
/// may stand in the middle, where one encoded block ends and the next begins. Returns what was decoded before
/// a character that is no base64, which `invalid` tells of.
std::string decode_base64(std::string_view text, std::size_t bytes, bool& invalid);

} // namespace lamina
