#include "core/io/load.h"

#include "core/mesh/rig.h"
#include "tests/io/io_support.h"
#include "tests/io/write_formats.h"

#include <gmock/gmock.h>

#include <array>
#include <cmath>
#include <limits>

namespace lamina {
namespace {

using test::refusal;
using testing::AnyOf;
using testing::Contains;
using testing::HasSubstr;

/// Corners of a tetrahedron in the integers from 0 to `most`, and what glTF calls their type.
struct Quantized {
  int component_type;
  bool normalized;
  double most, scale; ///< what `most` stands for once the node has scaled it
};

const std::array<std::array<int, 3>, 4> corners = {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

template <class Number>
void put_corners(test::Bytes& data, double most) {
  for (const auto& corner : corners) {
    for (const int c : corner)
      data.put(static_cast<Number>(c * most));
    // Elements begin at multiples of four bytes.
    for (std::size_t pad = 3 * sizeof(Number); pad % 4 != 0; pad += sizeof(Number))
      data.put(Number{});
  }
}

/// A file with one mesh; whatever belongs behind "POSITION":0 of its attributes, and more members of the
/// file.
std::string gltf(const Quantized& positions, std::size_t position_bytes, std::size_t bytes,
                 const std::string& uri, const std::string& attributes = "", const std::string& more = "") {
  const auto number = [](auto value) { return std::to_string(value); };
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0,"scale":[)" +
         number(positions.scale) + "," + number(positions.scale) + "," + number(positions.scale) +
         R"(]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0)" + attributes +
         R"(},"indices":1}]}],"accessors":[{"bufferView":0,"componentType":)" +
         number(positions.component_type) + R"(,"normalized":)" + (positions.normalized ? "true" : "false") +
         R"(,"count":4,"type":"VEC3"},{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"},)" +
         R"({"bufferView":2,"componentType":5126,"count":4,"type":"VEC3"}],"bufferViews":[{"buffer":0,"byteLength":)" +
         number(position_bytes) + R"(,"byteStride":)" + number(position_bytes / 4) +
         R"(},{"buffer":0,"byteOffset":)" + number(position_bytes) +
         R"(,"byteLength":24},{"buffer":0,"byteOffset":)" + number(position_bytes + 24) +
         R"(,"byteLength":48}],"buffers":[{"byteLength":)" + number(bytes) + R"(,"uri":")" + uri + R"("}])" +
         more + "}";
}

class Gltf : public testing::Test {
protected:
  void SetUp() override { test::use_built_import_program(); }

  std::string file(const Quantized& positions, const std::string& attributes = "",
                   const std::string& more = "", const std::string& name = "part.bin",
                   const std::string& uri = "part.bin") {
    test::Bytes data(false);
    switch (positions.component_type) {
    case 5120:
      put_corners<std::int8_t>(data, positions.most);
      break;
    case 5121:
      put_corners<std::uint8_t>(data, positions.most);
      break;
    case 5122:
      put_corners<std::int16_t>(data, positions.most);
      break;
    case 5123:
      put_corners<std::uint16_t>(data, positions.most);
      break;
    default:
      put_corners<float>(data, positions.most);
    }
    const std::size_t position_bytes = data.str().size();
    for (const int i : {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3})
      data.put(static_cast<std::uint16_t>(i));
    for (int i = 0; i < 12; ++i)
      data.put(std::numeric_limits<float>::quiet_NaN());
    folder_.write(name, data.str());
    return folder_.write("file.gltf",
                         gltf(positions, position_bytes, data.str().size(), uri, attributes, more));
  }

  test::TemporaryFolder folder_;
};

const Quantized floats{5126, false, 2, 1};

/// All types of KHR_mesh_quantization. What is not normalized keeps its value, which the node then scales.
TEST_F(Gltf, QuantizedPositionsAreRead) {
  for (const Quantized& type :
       {Quantized{5120, false, 100, 0.02}, Quantized{5120, true, 127, 2}, Quantized{5121, false, 200, 0.01},
        Quantized{5121, true, 255, 2}, Quantized{5122, false, 20000, 1e-4}, Quantized{5122, true, 32767, 2},
        Quantized{5123, false, 40000, 5e-5}, Quantized{5123, true, 65535, 2}}) {
    const LoadedFile loaded = load_mesh_file(file(type, "",
                                                  R"(,"extensionsUsed":["KHR_mesh_quantization"],)"
                                                  R"("extensionsRequired":["KHR_mesh_quantization"])"));
    SCOPED_TRACE(type.component_type);
    ASSERT_EQ(loaded.meshes.size(), 1u);
    // To the digits that the scale was written with.
    EXPECT_TRUE(bounds(loaded.meshes[0]).min.isZero());
    EXPECT_TRUE(bounds(loaded.meshes[0]).max.isApprox(Vec3(2, 2, 2), 1e-6))
        << bounds(loaded.meshes[0]).max.transpose();
  }
}

TEST_F(Gltf, NormalsThatAreNoNumbersDoNotMatter) {
  EXPECT_EQ(load_mesh_file(file(floats, R"(,"NORMAL":2)")).meshes.size(), 1u);
}

TEST_F(Gltf, NamesOfBuffersAreDecoded) {
  for (const auto& [name, uri] : {std::pair{"my part.bin", "my%20part.bin"},
                                  {"größe.bin", "größe.bin"},
                                  {"größe.bin", "gr%C3%B6%C3%9Fe.bin"},
                                  {"50%.bin", "50%25.bin"}})
    EXPECT_EQ(load_mesh_file(file(floats, "", "", name, uri)).meshes.size(), 1u) << uri;
}

TEST_F(Gltf, AnUnknownExtensionThatIsRequiredIsRefusedByName) {
  EXPECT_THAT(
      refusal([&] { load_mesh_file(file(floats, "", R"(,"extensionsRequired":["MY_unknown_ext"])")); }),
      HasSubstr("requires the extension MY_unknown_ext"));
  EXPECT_EQ(load_mesh_file(file(floats, "", R"(,"extensionsUsed":["MY_unknown_ext"])")).meshes.size(), 1u);
}

TEST_F(Gltf, TheUnitIsTheMetre) {
  const LoadedFile loaded = load_mesh_file(file(floats));
  EXPECT_EQ(loaded.metres_per_unit, 1);
  EXPECT_EQ(loaded.unit, "metres, as glTF has it");
}

/// A triangle that an animation turns, and that has another form to change to.
TEST_F(Gltf, MotionThatIsNotReadIsToldOf) {
  test::Bytes data(false);
  for (const float x : {0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 0.0f, 1.0f, 0.0f, 0.0f, 1.0f})
    data.put(x);
  folder_.write("turn.bin", data.str());
  const std::string text = R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
    "nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"targets":[{"POSITION":0}]}]}],
    "animations":[{"name":"Slide","samplers":[{"input":1,"output":2}],
                   "channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}],
    "accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3"},
                 {"bufferView":1,"componentType":5126,"count":2,"type":"SCALAR"},
                 {"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"}],
    "bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":8}],
    "buffers":[{"byteLength":44,"uri":"turn.bin"}]})";
  const LoadedFile loaded = load_mesh_file(folder_.write("turn.gltf", text));
  EXPECT_FALSE(loaded.rig);
  EXPECT_THAT(loaded.notes,
              Contains(HasSubstr("animation \"Slide\" moves whole objects, which is not read")));
  EXPECT_THAT(loaded.notes, Contains(HasSubstr("1 morph target is not read")));
}

/// A file as a .glb, with its buffer in it.
TEST_F(Gltf, QuantizedPositionsOfABinaryFileAreRead) {
  test::Bytes data(false);
  put_corners<std::uint16_t>(data, 65535);
  const std::size_t position_bytes = data.str().size();
  for (const int i : {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3})
    data.put(static_cast<std::uint16_t>(i));
  for (int i = 0; i < 12; ++i)
    data.put(0.0f);
  std::string text = gltf({5123, true, 65535, 3}, position_bytes, data.str().size(), "");
  const std::string no_uri = R"(,"uri":"")";
  text.erase(text.find(no_uri), no_uri.size());
  text.resize((text.size() + 3) / 4 * 4, ' ');
  test::Bytes glb(false);
  glb.put(0x46546c67u).put(2u).put(static_cast<std::uint32_t>(12 + 8 + text.size() + 8 + data.str().size()));
  glb.put(static_cast<std::uint32_t>(text.size())).put(0x4e4f534au);
  for (const char c : text)
    glb.put(c);
  glb.put(static_cast<std::uint32_t>(data.str().size())).put(0x004e4942u);
  for (const char c : data.str())
    glb.put(c);
  const LoadedFile loaded = load_mesh_file(folder_.write("file.glb", glb.str()));
  ASSERT_EQ(loaded.meshes.size(), 1u);
  EXPECT_TRUE(bounds(loaded.meshes[0]).max.isApprox(Vec3(3, 3, 3), 1e-6));
}

/// Four vertices that follow the second joint, or one that is not there.
class SkinnedGltf : public Gltf {
protected:
  std::string skinned(int joint, float weight) {
    test::Bytes data(false);
    put_corners<float>(data, 1);
    for (const int i : {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3})
      data.put(static_cast<std::uint16_t>(i));
    for (int vertex = 0; vertex < 4; ++vertex)
      for (const int j : {1, joint, 0, 0})
        data.put(static_cast<std::uint8_t>(j));
    for (int vertex = 0; vertex < 4; ++vertex)
      for (const float w : {1 - weight, weight, 0.0f, 0.0f})
        data.put(w);
    folder_.write("skin.bin", data.str());
    return folder_.write("skin.gltf", R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0,1]}],
      "nodes":[{"mesh":0,"skin":0},{"name":"hip","children":[2]},{"name":"knee","translation":[0,0.5,0]}],
      "skins":[{"name":"legs","joints":[1,2]}],
      "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":3},"indices":1}]}],
      "accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
                   {"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"},
                   {"bufferView":2,"componentType":5121,"count":4,"type":"VEC4"},
                   {"bufferView":3,"componentType":5126,"count":4,"type":"VEC4"}],
      "bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24},
                     {"buffer":0,"byteOffset":72,"byteLength":16},{"buffer":0,"byteOffset":88,"byteLength":64}],
      "buffers":[{"byteLength":152,"uri":"skin.bin"}]})");
  }
};

TEST_F(SkinnedGltf, AJointThatDoesNotExistIsRefused) {
  EXPECT_THAT(refusal([&] { load_mesh_file(skinned(7, 0.5f)); }),
              HasSubstr("vertex 0 follows joint 7 of skin 0, which has 2"));
  EXPECT_EQ(load_mesh_file(skinned(7, 0.0f)).meshes.size(), 1u) << "what has no weight does not matter";
}

TEST_F(SkinnedGltf, BonesAreToldOf) {
  const LoadedFile loaded = load_mesh_file(skinned(0, 0.5f));
  ASSERT_TRUE(loaded.rig);
  EXPECT_EQ(loaded.rig->bones.size(), 2u);
  EXPECT_THAT(loaded.notes, Contains(AllOf(HasSubstr("2 bones (skin \"legs\")"), HasSubstr("skinned"))));
}

} // namespace
} // namespace lamina
