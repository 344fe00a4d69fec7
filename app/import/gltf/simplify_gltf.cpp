#include "app/import/gltf/simplify_gltf.h"

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>
#include <string_view>

namespace lamina {

namespace {

using Json = GltfDocument::Json;

/// Extensions that change nothing but looks, and the one that is taken care of here.
bool is_known(std::string_view extension) {
  static constexpr std::array<std::string_view, 8> looks = {
      "KHR_mesh_quantization", "KHR_texture_transform", "KHR_texture_basisu", "KHR_lights_punctual",
      "KHR_xmp_json_ld",       "EXT_texture_webp",      "EXT_texture_avif",   "MSFT_texture_dds"};
  return extension.starts_with("KHR_materials_") ||
         std::find(looks.begin(), looks.end(), extension) != looks.end();
}

void refuse_unknown_extensions(Json& json) {
  const Json required = json.value("extensionsRequired", Json::array());
  std::string unknown;
  for (const Json& extension : required)
    if (extension.is_string() && !is_known(extension.get_ref<const std::string&>()))
      unknown += (unknown.empty() ? "" : ", ") + extension.get<std::string>();
  if (!unknown.empty())
    throw std::runtime_error("it requires the extension " + unknown +
                             ", which this program does not know; export it without");
  json.erase("extensionsRequired");
}

/// The members of a list that are objects.
template <class Visit>
void for_each(Json& json, const char* list, const Visit& visit) {
  const auto found = json.find(list);
  if (found == json.end() || !found->is_array())
    return;
  for (std::size_t i = 0; i < found->size(); ++i)
    if ((*found)[i].is_object())
      visit((*found)[i], i);
}

std::uint64_t index_of(const Json& value, const std::string& what) {
  if (!value.is_number_unsigned())
    throw std::runtime_error(what + " has no valid index");
  return value.get<std::uint64_t>();
}

class Simplifier {
public:
  explicit Simplifier(GltfDocument& document) : document_(document) {}

  void simplify() {
    refuse_unknown_extensions(document_.json);
    for (const char* list : {"buffers", "images"})
      for_each(document_.json, list, [](Json& entry, std::size_t) {
        if (const auto uri = entry.find("uri"); uri != entry.end() && uri->is_string())
          if (auto& text = uri->get_ref<std::string&>(); !text.starts_with("data:"))
            text = decoded_uri(text);
      });
    check_skins();
    complete_skins();
    // Attributes are collected first, as accessors are added to the document they come from.
    Json meshes = document_.json.value("meshes", Json::array());
    if (meshes.is_array())
      for (Json& mesh : meshes)
        if (mesh.is_object())
          for_each(mesh, "primitives",
                   [this](Json& primitive, std::size_t) { simplify_primitive(primitive); });
    document_.json["meshes"] = std::move(meshes);
  }

private:
  void simplify_primitive(Json& primitive) {
    primitive.erase("targets");
    primitive.erase("extensions");
    primitive.erase("material");
    const Json attributes = primitive.value("attributes", Json::object());
    Json kept = Json::object();
    for (const auto& [name, accessor] : attributes.items()) {
      if (name == "POSITION" || name.starts_with("WEIGHTS_"))
        kept[name] = as_floats(index_of(accessor, name), name);
      else if (name.starts_with("JOINTS_"))
        kept[name] = accessor;
    }
    primitive["attributes"] = std::move(kept);
  }

  std::uint64_t as_floats(std::uint64_t accessor, const std::string& name) {
    if (document_.is_float(accessor, name))
      return accessor;
    const auto [known, is_new] = floats_.try_emplace(accessor, 0);
    if (is_new)
      known->second =
          document_.add_floats(document_.numbers(accessor, name), document_.components(accessor, name));
    return known->second;
  }

  void check_skins() {
    for_each(document_.json, "nodes", [this](Json& node, std::size_t) {
      if (node.contains("mesh") && node.contains("skin"))
        check_skin(index_of(node["skin"], "a node"), index_of(node["mesh"], "a node"));
    });
  }

  /// Without matrices of the joints at rest these are identities, which Assimp does not know.
  void complete_skins() {
    for_each(document_.json, "skins", [this](Json& skin, std::size_t) {
      if (skin.contains("inverseBindMatrices"))
        return;
      std::vector<double> matrices;
      for (std::size_t joint = 0; joint < skin.value("joints", Json::array()).size(); ++joint)
        for (int k = 0; k < 16; ++k)
          matrices.push_back(k % 5 == 0 ? 1 : 0);
      skin["inverseBindMatrices"] = document_.add_floats(matrices, 16);
    });
  }

  void check_skin(std::uint64_t skin_index, std::uint64_t mesh_index) {
    const Json joints = document_.at("skins", skin_index, "a node").value("joints", Json::array());
    for (const Json& joint : joints)
      document_.at("nodes", index_of(joint, "a joint"), "skin " + std::to_string(skin_index));
    Json mesh = document_.at("meshes", mesh_index, "a node");
    for_each(mesh, "primitives", [&](Json& primitive, std::size_t) {
      const Json attributes = primitive.value("attributes", Json::object());
      for (const auto& [name, accessor] : attributes.items()) {
        if (!name.starts_with("JOINTS_"))
          continue;
        const auto weights = attributes.find("WEIGHTS_" + name.substr(7));
        if (weights != attributes.end())
          check_joints(document_.numbers(index_of(accessor, name), name),
                       document_.numbers(index_of(*weights, "WEIGHTS"), "WEIGHTS"), joints.size(),
                       skin_index);
      }
    });
  }

  /// What has no weight may name any joint.
  static void check_joints(const std::vector<double>& joints, const std::vector<double>& weights,
                           std::size_t count, std::uint64_t skin) {
    for (std::size_t i = 0; i < std::min(joints.size(), weights.size()); ++i)
      if (weights[i] != 0 && !(joints[i] < static_cast<double>(count)))
        throw std::runtime_error("vertex " + std::to_string(i / 4) + " follows joint " +
                                 std::to_string(static_cast<std::uint64_t>(joints[i])) + " of skin " +
                                 std::to_string(skin) + ", which has " + std::to_string(count));
  }

  GltfDocument& document_;
  std::map<std::uint64_t, std::uint64_t> floats_; ///< accessors that were converted
};

} // namespace

void simplify_gltf(GltfDocument& document) {
  Simplifier(document).simplify();
}

} // namespace lamina
