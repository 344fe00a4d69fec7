// libFuzzer target: any bytes read as a scene either give a scene that writes and reads back, or one
// InputError.

#include "core/base/error.h"
#include "core/scene/scene_file.h"

#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lamina::Scene scene;
  try {
    scene =
        lamina::parse_scene(std::string_view(reinterpret_cast<const char*>(data), size), "/scenes/fuzz.json");
  } catch (const lamina::InputError&) {
    return 0;
  }
  // What was accepted must survive being written: an exception here ends the run as a finding.
  const std::string text = lamina::write_scene(scene, "/scenes");
  const lamina::Scene back = lamina::parse_scene(text, "/scenes/fuzz.json");
  if (back.bodies.size() != scene.bodies.size() || !(back.settings == scene.settings))
    std::abort();
  return 0;
}
