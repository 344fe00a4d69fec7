#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace lamina {

/// A glTF 2.0 file: its JSON, and the bytes of its buffers. Throws std::runtime_error with a reason for what
/// is damaged.
class GltfDocument {
public:
  using Json = nlohmann::json;

  /// From a .gltf or .glb file. Nothing for what is not glTF 2.0 or no JSON: others say why. Buffers are read
  /// later, inside the file's folder only.
  static std::optional<GltfDocument> open(const std::filesystem::path& file);

  Json json;

  /// Entry `index` of a list such as "accessors"; `what` names who refers to it.
  const Json& at(const char* list, std::uint64_t index, const std::string& what) const;

  /// The numbers of an accessor, element by element, sparse ones too. Integers that are `normalized` are
  /// mapped to [0, 1] or [−1, 1]; others keep their value.
  std::vector<double> numbers(std::uint64_t accessor, const std::string& what);
  std::size_t components(std::uint64_t accessor, const std::string& what) const;
  bool is_float(std::uint64_t accessor, const std::string& what) const;

  /// Adds an accessor of floats to a buffer of its own; `components` (1 to 4, or 16) to an element. Returns
  /// its index.
  std::uint64_t add_floats(const std::vector<double>& numbers, std::size_t components);

  /// The buffers that are not files: those of a .glb and of add_floats. They are to be found under their
  /// URIs.
  struct MemoryFile {
    std::string uri, bytes;
  };
  std::vector<MemoryFile> memory_files();

private:
  const std::string& buffer(std::uint64_t index);
  std::string read_buffer(const Json& buffer) const;
  void read_elements(std::uint64_t view, std::uint64_t offset, int component_type, std::size_t components,
                     std::size_t count, std::vector<double>& values);

  std::filesystem::path folder_;
  std::string binary_; ///< of a .glb
  bool has_binary_ = false;
  std::vector<std::optional<std::string>> buffers_;
  std::string added_; ///< bytes of add_floats
  std::optional<std::uint64_t> added_buffer_;
};

/// A URI without its %-escapes. Text that holds none stays as it is.
std::string decoded_uri(const std::string& uri);

} // namespace lamina
