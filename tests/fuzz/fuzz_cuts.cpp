// libFuzzer target: stored states of a soft body that can come apart. The first byte says how the rest is
// read, as the numbers of a state or as changes to the state of a body that was cut, and whether the body is
// cut before. Any bytes give a body whose state is what was stored, or one InputError. After either the body
// takes the state that it began with.

#include "core/base/error.h"
#include "core/body/make_body.h"
#include "core/mesh/tet_surface.h"
#include "tests/mesh/tet_support.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

namespace {

void require(bool holds) {
  if (!holds)
    std::abort();
}

lamina::SceneBody description() {
  lamina::SceneBody body;
  body.name = "block";
  body.kind = lamina::BodyKind::soft;
  const lamina::TetMesh mesh = lamina::test::tet_box(2, {0.2, 0.1, 0.1});
  std::vector<std::uint32_t> boundary;
  body.mesh = lamina::prepare_body_mesh(lamina::boundary_surface(mesh, boundary));
  body.mesh_nodes =
      std::make_shared<const std::vector<std::uint32_t>>(lamina::find_nodes(body.mesh->mesh, mesh, boundary));
  body.tetrahedra = std::make_shared<const lamina::TetMesh>(mesh);
  body.material = {1e5, 0.3, 0.01, 1e3};
  return body;
}

std::vector<double> state_of(const lamina::Body& body) {
  std::vector<double> state;
  body.save(state);
  return state;
}

/// A block, whole and cut askew, so that nodes were moved and faces split.
struct Block {
  std::unique_ptr<lamina::Body> body = lamina::make_body(description());
  std::vector<double> whole = state_of(*body), cut;

  Block() {
    const std::vector<lamina::CutTriangle> sheet{{{{0.08, -1, -1}, {0.12, 2, 0}, {0.09, -1, 1}}}};
    require(body->cut(sheet));
    cut = state_of(*body);
  }
};

/// As many numbers as fit.
std::vector<double> numbers(std::span<const std::uint8_t> data) {
  std::vector<double> state(data.size() / sizeof(double));
  if (!state.empty())
    std::memcpy(state.data(), data.data(), state.size() * sizeof(double));
  return state;
}

/// What small numbers are told by: two bytes of place and one of value, as often as they fit. Whole numbers
/// are what faces and counts are.
std::vector<double> changed(std::vector<double> state, std::span<const std::uint8_t> data) {
  for (; data.size() >= 3 && !state.empty(); data = data.subspan(3)) {
    const std::size_t place = (data[0] + 256u * (data[1] & 0x3fu)) % state.size();
    switch (data[1] >> 6) {
    case 0:
      state[place] = data[2];
      break;
    case 1:
      state[place] += (data[2] - 128) * 1e-3;
      break;
    case 2:
      state.insert(state.begin() + static_cast<std::ptrdiff_t>(place), data[2]);
      break;
    default:
      state.erase(state.begin() + static_cast<std::ptrdiff_t>(place));
    }
  }
  return state;
}

/// What a body in this state is asked for next.
void check(lamina::Body& body, std::span<const double> stored) {
  const std::vector<double> state = state_of(body);
  require(std::equal(state.begin(), state.end(), stored.begin(), stored.end()));
  require(state.size() >= 6 * body.block_count());
  const lamina::Surface& surface = body.surface();
  for (const lamina::Triangle& triangle : *surface.triangles)
    for (const std::uint32_t vertex : triangle)
      require(vertex < surface.positions.size());
  const lamina::Solid solid = body.solid();
  for (const lamina::Tetrahedron& tetrahedron : solid.tetrahedra)
    for (const std::uint32_t node : tetrahedron)
      require(node < solid.nodes.size());
  body.break_apart();
  require(body.mass() > 0);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static Block block;
  if (size == 0)
    return 0;
  const std::span<const std::uint8_t> rest(data + 1, size - 1);
  const std::vector<double> state = data[0] & 1 ? changed(block.cut, rest) : numbers(rest);
  block.body->restore(data[0] & 2 ? block.cut : block.whole);
  try {
    const std::span<const double> left = block.body->restore(state);
    check(*block.body, std::span(state).first(state.size() - left.size()));
  } catch (const lamina::InputError&) {
    // Refused: what a body does with most numbers.
  }
  require(block.body->restore(block.whole).empty());
  require(state_of(*block.body) == block.whole);
  return 0;
}
