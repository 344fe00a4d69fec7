#include "app/import/gltf/gltf_document.h"

#include "core/io/tet/base64.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <utility>

namespace lamina {

namespace {

static_assert(std::endian::native == std::endian::little, "glTF stores the lowest byte first");

constexpr std::uint64_t most_elements = 400'000'000;
enum ComponentType { type_i8 = 5120, type_u8, type_i16, type_u16, type_u32 = 5125, type_float };

std::uint32_t word_at(const std::string& bytes, std::size_t at) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

std::uint64_t whole(const nlohmann::json& object, const char* key, std::uint64_t otherwise) {
  const auto found = object.find(key);
  if (found == object.end())
    return otherwise;
  if (!found->is_number_unsigned())
    throw std::runtime_error(std::string("\"") + key + "\" is no whole number");
  return found->get<std::uint64_t>();
}

std::size_t size_of(int component_type) {
  switch (component_type) {
  case type_i8:
  case type_u8:
    return 1;
  case type_i16:
  case type_u16:
    return 2;
  case type_u32:
  case type_float:
    return 4;
  }
  throw std::runtime_error("an accessor has the unknown component type " + std::to_string(component_type));
}

template <class Number>
double number_at(const char* at) {
  Number number;
  std::memcpy(&number, at, sizeof number);
  return static_cast<double>(number);
}

double component_at(const char* at, int component_type) {
  switch (component_type) {
  case type_i8:
    return number_at<std::int8_t>(at);
  case type_u8:
    return number_at<std::uint8_t>(at);
  case type_i16:
    return number_at<std::int16_t>(at);
  case type_u16:
    return number_at<std::uint16_t>(at);
  case type_u32:
    return number_at<std::uint32_t>(at);
  default:
    return number_at<float>(at);
  }
}

/// glTF 2.0, 3.6.2.2: what a normalized integer stands for.
double normalized(double value, int component_type) {
  switch (component_type) {
  case type_i8:
    return std::max(value / 127, -1.0);
  case type_u8:
    return value / 255;
  case type_i16:
    return std::max(value / 32767, -1.0);
  case type_u16:
    return value / 65535;
  default:
    return value;
  }
}

constexpr std::pair<const char*, std::size_t> types[] = {
    {"SCALAR", 1}, {"VEC2", 2}, {"VEC3", 3}, {"VEC4", 4}, {"MAT4", 16}};

const char* type_of(std::size_t components) {
  for (const auto& [name, count] : types)
    if (count == components)
      return name;
  return "";
}

/// The JSON and binary chunks of a .glb file; false if it is damaged.
bool split_glb(const std::string& bytes, std::string& text, std::string& binary, bool& has_binary) {
  constexpr std::size_t header = 12;
  constexpr std::uint32_t json_chunk = 0x4e4f534a, binary_chunk = 0x004e4942;
  if (bytes.size() < header || word_at(bytes, 4) != 2)
    return false;
  for (std::size_t at = header; at + 8 <= bytes.size();) {
    const std::size_t length = word_at(bytes, at), kind = word_at(bytes, at + 4);
    if (length > bytes.size() - at - 8)
      return false;
    if (kind == json_chunk && text.empty())
      text = bytes.substr(at + 8, length);
    else if (kind == binary_chunk && !has_binary) {
      binary = bytes.substr(at + 8, length);
      has_binary = true;
    }
    at += 8 + (length + 3) / 4 * 4;
  }
  return !text.empty();
}

} // namespace

std::string decoded_uri(const std::string& uri) {
  std::string decoded;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    unsigned byte = 0;
    const char* const first = uri.data() + i + 1;
    if (uri[i] == '%' && i + 2 < uri.size() && std::from_chars(first, first + 2, byte, 16).ptr == first + 2) {
      decoded += static_cast<char>(byte);
      i += 2;
    } else {
      decoded += uri[i];
    }
  }
  return decoded;
}

std::optional<GltfDocument> GltfDocument::open(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  GltfDocument document;
  document.folder_ = std::filesystem::weakly_canonical(file).parent_path();
  std::string text;
  if (!bytes.starts_with("glTF"))
    text = bytes;
  else if (!split_glb(bytes, text, document.binary_, document.has_binary_))
    return std::nullopt;
  document.json = Json::parse(text, nullptr, false);
  if (!document.json.is_object())
    return std::nullopt;
  const Json asset = document.json.value("asset", Json::object());
  const Json version = asset.is_object() ? asset.value("version", Json()) : Json();
  if (!version.is_string() || !version.get<std::string>().starts_with("2"))
    return std::nullopt;
  return document;
}

const GltfDocument::Json& GltfDocument::at(const char* list, std::uint64_t index,
                                           const std::string& what) const {
  const auto found = json.find(list);
  const std::size_t count = found != json.end() && found->is_array() ? found->size() : 0;
  if (index >= count)
    throw std::runtime_error(what + " refers to entry " + std::to_string(index) + " of \"" + list +
                             "\", which has " + std::to_string(count));
  if (!(*found)[index].is_object())
    throw std::runtime_error(std::string("an entry of \"") + list + "\" is no object");
  return (*found)[index];
}

std::string GltfDocument::read_buffer(const Json& buffer) const {
  const auto uri = buffer.find("uri");
  if (uri == buffer.end())
    return binary_;
  if (!uri->is_string())
    throw std::runtime_error("the URI of a buffer is no text");
  const auto& text = uri->get_ref<const std::string&>();
  if (text.starts_with("data:")) {
    const std::size_t comma = text.find(',');
    bool invalid = comma == text.npos || !text.substr(0, comma).ends_with(";base64");
    std::string bytes;
    if (!invalid)
      bytes = decode_base64(std::string_view(text).substr(comma + 1), text.size(), invalid);
    if (invalid)
      throw std::runtime_error("the data of a buffer are not base64");
    return bytes;
  }
  const std::filesystem::path file = std::filesystem::weakly_canonical(folder_ / decoded_uri(text));
  const bool inside =
      std::mismatch(folder_.begin(), folder_.end(), file.begin(), file.end()).first == folder_.end();
  std::error_code error;
  if (!inside || !std::filesystem::is_regular_file(file, error))
    throw std::runtime_error("\"" + decoded_uri(text) + "\" is missing, or outside the folder of the file");
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

const std::string& GltfDocument::buffer(std::uint64_t index) {
  const Json& described = at("buffers", index, "a buffer view");
  if (buffers_.size() <= index)
    buffers_.resize(index + 1);
  if (!buffers_[index])
    buffers_[index] = read_buffer(described);
  return *buffers_[index];
}

void GltfDocument::read_elements(std::uint64_t view_index, std::uint64_t offset, int component_type,
                                 std::size_t components, std::size_t count, std::vector<double>& values) {
  const Json& view = at("bufferViews", view_index, "an accessor");
  const std::string& bytes = buffer(whole(view, "buffer", 0));
  const std::uint64_t element = components * size_of(component_type);
  const std::uint64_t stride = std::max(whole(view, "byteStride", element), element);
  const std::uint64_t begin = whole(view, "byteOffset", 0), length = whole(view, "byteLength", 0);
  const bool fits =
      begin <= bytes.size() && length <= bytes.size() - begin && offset <= length &&
      (count == 0 || (element <= length - offset && (length - offset - element) / stride >= count - 1));
  if (!fits)
    throw std::runtime_error("an accessor reaches beyond its buffer");
  const char* const first = bytes.data() + begin + offset;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t c = 0; c < components; ++c)
      values.push_back(component_at(first + i * stride + c * size_of(component_type), component_type));
}

std::size_t GltfDocument::components(std::uint64_t accessor, const std::string& what) const {
  const Json type = at("accessors", accessor, what).value("type", Json());
  for (const auto& [name, count] : types)
    if (type == name)
      return count;
  throw std::runtime_error("an accessor has a type that " + what + " cannot have");
}

bool GltfDocument::is_float(std::uint64_t accessor, const std::string& what) const {
  return whole(at("accessors", accessor, what), "componentType", 0) == type_float;
}

std::vector<double> GltfDocument::numbers(std::uint64_t index, const std::string& what) {
  const Json accessor = at("accessors", index, what);
  const auto type = static_cast<int>(whole(accessor, "componentType", 0) & 0xffff);
  const std::size_t parts = components(index, what);
  const std::uint64_t count = whole(accessor, "count", 0);
  if (count > most_elements)
    throw std::runtime_error("an accessor has too many elements");
  std::vector<double> values;
  if (accessor.contains("bufferView"))
    read_elements(whole(accessor, "bufferView", 0), whole(accessor, "byteOffset", 0), type, parts, count,
                  values);
  else
    values.resize(count * parts, 0.0);

  if (const auto sparse = accessor.find("sparse"); sparse != accessor.end() && sparse->is_object()) {
    const Json places = sparse->value("indices", Json::object()),
               replaced = sparse->value("values", Json::object());
    const std::uint64_t some = whole(*sparse, "count", 0);
    if (some > count)
      throw std::runtime_error("a sparse accessor replaces more elements than it has");
    std::vector<double> at_places, new_values;
    read_elements(whole(places, "bufferView", 0), whole(places, "byteOffset", 0),
                  static_cast<int>(whole(places, "componentType", 0) & 0xffff), 1, some, at_places);
    read_elements(whole(replaced, "bufferView", 0), whole(replaced, "byteOffset", 0), type, parts, some,
                  new_values);
    for (std::size_t i = 0; i < some; ++i) {
      if (!(at_places[i] < static_cast<double>(count)))
        throw std::runtime_error("a sparse accessor replaces an element that it does not have");
      const auto place = static_cast<std::size_t>(at_places[i]);
      std::copy_n(new_values.data() + i * parts, parts, values.data() + place * parts);
    }
  }
  if (accessor.value("normalized", Json(false)) == true)
    for (double& value : values)
      value = normalized(value, type);
  return values;
}

std::uint64_t GltfDocument::add_floats(const std::vector<double>& numbers, std::size_t components) {
  if (!added_buffer_) {
    added_buffer_ = json["buffers"].size();
    json["buffers"].push_back(Json::object());
  }
  const std::size_t begin = added_.size();
  std::vector<double> least(components, std::numeric_limits<double>::infinity()),
      most(components, -std::numeric_limits<double>::infinity());
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto single = static_cast<float>(numbers[i]);
    added_.append(reinterpret_cast<const char*>(&single), sizeof single);
    least[i % components] = std::min(least[i % components], double{single});
    most[i % components] = std::max(most[i % components], double{single});
  }
  json["bufferViews"].push_back(
      {{"buffer", *added_buffer_}, {"byteOffset", begin}, {"byteLength", added_.size() - begin}});
  json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                               {"componentType", int{type_float}},
                               {"count", numbers.size() / components},
                               {"type", type_of(components)},
                               {"min", least},
                               {"max", most}});
  return json["accessors"].size() - 1;
}

std::vector<GltfDocument::MemoryFile> GltfDocument::memory_files() {
  std::vector<MemoryFile> files;
  const auto give = [&](std::uint64_t index, const char* uri, const std::string& bytes) {
    json["buffers"][index]["uri"] = uri;
    json["buffers"][index]["byteLength"] = bytes.size();
    files.push_back({uri, bytes});
  };
  for (std::uint64_t b = 0; b < json.value("buffers", Json::array()).size(); ++b)
    if (added_buffer_ == b)
      give(b, "lamina-import-floats.bin", added_);
    else if (has_binary_ && json["buffers"][b].is_object() && !json["buffers"][b].contains("uri"))
      give(b, "lamina-import-binary.bin", binary_);
  return files;
}

} // namespace lamina
