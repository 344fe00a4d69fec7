#pragma once

#include "core/base/hash.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lamina {

/// Tells things apart that files are kept of: two hashes of all their bits.
using FileKey = std::array<std::uint64_t, 2>;

/// The bytes of items, in this machine's order.
template <class Items>
std::string_view bytes_of(const Items& items) {
  return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(*items.data())};
}

/// Appends a number of at most eight bytes as a word of eight.
template <class Number>
void append_word(Number number, std::string& bytes) {
  char word[8] = {};
  std::memcpy(word, &number, sizeof number);
  bytes.append(word, sizeof word);
}

/// Reads from front to back; what is beyond the end makes it fail.
class WordReader {
public:
  explicit WordReader(std::string_view bytes) : rest_(bytes) {}

  template <class Number>
  void word(Number& number) {
    if (take(8))
      std::memcpy(&number, taken_.data(), sizeof number);
  }
  template <class Item>
  void items(std::uint64_t count, std::vector<Item>& items) {
    if (count > rest_.size() / sizeof(Item) || !take(count * sizeof(Item))) {
      failed_ = true;
      return;
    }
    items.resize(count);
    if (count > 0)
      std::memcpy(static_cast<void*>(items.data()), taken_.data(), taken_.size());
  }
  bool ended_well() const { return !failed_ && rest_.empty(); }

private:
  bool take(std::size_t size) {
    failed_ = failed_ || size > rest_.size();
    if (failed_)
      return false;
    taken_ = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return true;
  }

  std::string_view rest_, taken_;
  bool failed_ = false;
};

/// Bytes that begin with a magic word and a key; seal_bytes() ends them.
inline std::string begin_bytes(std::uint64_t magic, const FileKey& key) {
  std::string bytes;
  for (const std::uint64_t word : {magic, key[0], key[1]})
    append_word(word, bytes);
  return bytes;
}
/// Appends a hash of all bytes before it.
inline void seal_bytes(std::string& bytes) {
  append_word(hash_bytes(bytes, 0), bytes);
}
/// What stands between beginning and seal; nothing for bytes that are damaged, or of another magic or key.
inline std::optional<std::string_view> content_of(std::string_view bytes, std::uint64_t magic,
                                                  const FileKey& key) {
  const std::string begin = begin_bytes(magic, key);
  std::uint64_t hash = 0;
  if (bytes.size() < begin.size() + sizeof hash)
    return std::nullopt;
  const std::string_view sealed = bytes.substr(0, bytes.size() - sizeof hash);
  std::memcpy(&hash, bytes.data() + sealed.size(), sizeof hash);
  if (sealed.substr(0, begin.size()) != begin || hash != hash_bytes(sealed, 0))
    return std::nullopt;
  return sealed.substr(begin.size());
}

} // namespace lamina
