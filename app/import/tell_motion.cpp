#include "app/import/tell_motion.h"

#include <assimp/anim.h>
#include <assimp/scene.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace lamina {

namespace {

constexpr std::size_t most_named = 5;

std::string counted(std::size_t count, const std::string& thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

/// animation "Walk"; animations "Walk", "Run" and 3 more. Names that are missing are only counted.
std::string listed(const std::string& thing, const std::vector<std::string>& names) {
  std::vector<std::string> named;
  std::copy_if(names.begin(), names.end(), std::back_inserter(named),
               [](const std::string& name) { return !name.empty(); });
  if (named.empty())
    return counted(names.size(), thing);
  std::string text = thing + (names.size() == 1 ? "" : "s");
  const std::size_t shown = std::min(named.size(), most_named);
  for (std::size_t i = 0; i < shown; ++i)
    text += (i == 0 ? " \"" : ", \"") + named[i] + "\"";
  return names.size() > shown ? text + " and " + std::to_string(names.size() - shown) + " more" : text;
}

std::string bones_in_words(const Rig& rig, const GltfMotion& motion) {
  std::string text = "it has " + counted(rig.bones.size(), "bone");
  if (!motion.skins.empty())
    text += " (" + listed("skin", motion.skins) + ")";
  std::vector<std::string> names;
  for (const Animation& animation : rig.animations)
    names.push_back(animation.name);
  if (!names.empty())
    text += " and the " + listed("animation", names);
  return text + "; they move a body of kind \"skinned\" (--skinned)";
}

} // namespace

GltfMotion find_motion(const nlohmann::json& document) {
  GltfMotion motion;
  const auto list = [](const nlohmann::json& of, const char* name) {
    const auto found = of.is_object() ? of.find(name) : of.end();
    return found != of.end() && found->is_array() ? *found : nlohmann::json::array();
  };
  for (const auto& skin : list(document, "skins")) {
    const auto name = skin.is_object() ? skin.find("name") : skin.end();
    motion.skins.push_back(name != skin.end() && name->is_string() ? name->get<std::string>() : "");
  }
  for (const auto& mesh : list(document, "meshes"))
    for (const auto& primitive : list(mesh, "primitives"))
      motion.morph_targets = std::max(motion.morph_targets, list(primitive, "targets").size());
  return motion;
}

void tell_of_motion(const aiScene& scene, const Rig* rig, const GltfMotion& motion,
                    std::vector<std::string>& notes) {
  if (rig)
    notes.push_back(bones_in_words(*rig, motion));
  if (!rig && scene.mNumAnimations > 0) {
    std::vector<std::string> names;
    for (unsigned a = 0; a < scene.mNumAnimations; ++a)
      names.emplace_back(scene.mAnimations[a]->mName.C_Str());
    notes.push_back("its " + listed("animation", names) + (names.size() == 1 ? " moves" : " move") +
                    " whole objects, which is not read: they stand as the file shows them");
  }
  if (motion.morph_targets > 0)
    notes.push_back("its " + counted(motion.morph_targets, "morph target") +
                    (motion.morph_targets == 1 ? " is" : " are") + " not read");
}

} // namespace lamina
