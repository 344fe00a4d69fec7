#include "core/io/tet/vtu_array.h"

#include "core/base/error.h"
#include "core/io/tet/base64.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

namespace lamina {

namespace {

/// The stored bytes of one array, from its header on.
class StoredBytes {
public:
  StoredBytes(const VtuArray& array, const VtuEncoding& encoding, const std::string& file)
      : array_(array), encoding_(encoding), file_(file), data_(array.text), base64_(true) {
    if (array.format != VtuFormat::appended)
      return;
    if (array.offset >= encoding.appended.size())
      fail("begins behind the end of the appended data");
    data_ = encoding.appended.substr(array.offset);
    base64_ = encoding.appended_base64;
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw InputError(file_, 0, "the array \"" + array_.name + "\" " + reason);
  }

  /// The first `count` bytes.
  std::string first(std::size_t count) const {
    if (count > data_.size())
      fail("ends too early: the file may be cut off");
    bool invalid = false;
    std::string bytes = base64_ ? decode_base64(data_, count, invalid) : std::string(data_.substr(0, count));
    if (invalid)
      fail("holds characters that are no base64");
    if (bytes.size() < count)
      fail("ends too early: the file may be cut off");
    return bytes;
  }

  /// Number `index` of the header.
  std::size_t header(std::size_t index) const {
    const std::size_t size = number_size(encoding_.header_type);
    const std::string bytes = first((index + 1) * size);
    return word(bytes, index);
  }
  std::size_t word(const std::string& bytes, std::size_t index) const {
    const std::size_t size = number_size(encoding_.header_type);
    TextScanner in(std::string_view(bytes).substr(index * size, size), file_);
    const std::int64_t value = ValueReader(in, encoding_.big_endian).integer(encoding_.header_type, "a size");
    if (value < 0)
      fail("is longer than the file");
    return static_cast<std::size_t>(value);
  }

private:
  const VtuArray& array_;
  const VtuEncoding& encoding_;
  const std::string& file_;
  std::string_view data_;
  bool base64_;
};

[[noreturn]] void fail_size(const StoredBytes& stored, std::size_t found, std::size_t expected) {
  stored.fail("holds " + std::to_string(found) + " bytes where " + std::to_string(expected) +
              " belong to it");
}

/// A header of block count, block size, size of the last block if smaller, and the compressed size of each
/// block.
std::string inflate_blocks(const StoredBytes& stored, std::size_t header_size, std::size_t expected) {
  const std::size_t blocks = stored.header(0), block_size = stored.header(1), last = stored.header(2);
  constexpr std::size_t most = std::numeric_limits<std::uint32_t>::max();
  if (blocks > most || block_size > most || last > block_size)
    stored.fail("has impossible sizes of blocks");
  const std::size_t size =
      blocks == 0 ? 0 : (last > 0 ? (blocks - 1) * block_size + last : blocks * block_size);
  if (size != expected)
    fail_size(stored, size, expected);

  std::size_t at = (3 + blocks) * header_size;
  const std::string header = stored.first(at);
  std::size_t end = at;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t compressed = stored.word(header, 3 + b);
    if (compressed > most)
      stored.fail("has impossible sizes of blocks");
    end += compressed;
  }
  const std::string data = stored.first(end);

  // Deflate shrinks nothing below a 1032nd (zlib's technical notes), so a lie about the size ends here.
  if (expected / 1100 > data.size())
    stored.fail("is too short for the " + std::to_string(expected) + " bytes that belong to it");
  std::string result(expected, '\0');
  std::size_t filled = 0;
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t compressed = stored.word(header, 3 + b);
    const std::size_t wanted = std::min(block_size, expected - filled);
    uLongf got = wanted;
    const int status = uncompress(reinterpret_cast<Bytef*>(result.data() + filled), &got,
                                  reinterpret_cast<const Bytef*>(data.data() + at), compressed);
    if (status != Z_OK || got != wanted)
      stored.fail("cannot be decompressed: the file is damaged");
    filled += wanted;
    at += compressed;
  }
  return result;
}

} // namespace

std::string decode_vtu_array(const VtuArray& array, const VtuEncoding& encoding, std::size_t values,
                             const std::string& file) {
  const StoredBytes stored(array, encoding, file);
  const std::size_t header_size = number_size(encoding.header_type),
                    expected = values * number_size(array.type);
  if (encoding.zlib)
    return inflate_blocks(stored, header_size, expected);
  const std::size_t size = stored.header(0);
  if (size != expected)
    fail_size(stored, size, expected);
  return stored.first(header_size + size).substr(header_size);
}

} // namespace lamina
