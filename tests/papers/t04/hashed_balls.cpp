#include "tests/papers/t04/hashed_balls.h"

#include "core/bench/processor_clock.h"
#include "core/bench/spread.h"

#include <array>
#include <utility>

namespace lamina::papers::t04 {

namespace {

constexpr std::size_t balls = 52, across = 4;

/// One ball of the grid.
TetMesh ball_of_grid(std::size_t i) {
  test::SolidBody ball = test::tet_ball(4, 0.5);
  const Vec3 place(static_cast<double>(i % across), static_cast<double>(i / across % across),
                   static_cast<double>(i / (across * across)));
  ball.move([&](const Vec3& node) -> Vec3 { return node + 0.95 * place + 0.01 * place.reverse(); });
  return ball.mesh;
}

void append(TetMesh& mesh, const TetMesh& other) {
  const auto first = static_cast<std::uint32_t>(mesh.nodes.size());
  mesh.nodes.insert(mesh.nodes.end(), other.nodes.begin(), other.nodes.end());
  for (const auto& [a, b, c, d] : other.tetrahedra)
    mesh.tetrahedra.push_back({a + first, b + first, c + first, d + first});
}

} // namespace

HashedBalls::HashedBalls(std::size_t bodies) {
  settings_.contact.method = "hashing";
  method_ = make_contact_method(settings_.contact);
  std::vector<TetMesh> meshes(bodies);
  for (std::size_t i = 0; i < balls; ++i)
    append(meshes[i * bodies / balls], ball_of_grid(i));
  for (TetMesh& mesh : meshes)
    bodies_.emplace_back(std::move(mesh));
  for (const test::SolidBody& body : bodies_) {
    surfaces_.push_back(&body.surface);
    solids_.push_back(body.solid());
  }
  for (std::uint32_t a = 0; a < bodies; ++a)
    for (std::uint32_t b = a; b < bodies; ++b)
      if (bodies_[a].surface.bounds.overlaps(bodies_[b].surface.bounds))
        pairs_.push_back({a, b});
}

double HashedBalls::detect() {
  bench::ProcessorClock clock;
  method_->detect({{surfaces_, solids_}, pairs_, settings_.contact, {}, 1}, found_);
  return 1000 * clock.lap();
}

std::size_t HashedBalls::contacts() const {
  std::size_t count = 0;
  for (const PairContacts& pair : found_)
    count += pair.contacts.size();
  return count;
}

std::size_t HashedBalls::tetrahedra() const {
  std::size_t count = 0;
  for (const test::SolidBody& body : bodies_)
    count += body.mesh.tetrahedra.size();
  return count;
}

std::size_t HashedBalls::vertices() const {
  std::size_t count = 0;
  for (const test::SolidBody& body : bodies_)
    count += body.surface.positions.size();
  return count;
}

Table hash_table() {
  Table table{"T04-hash", {"bodies", "pairs", "tetrahedra", "vertices", "contacts", "ms", "rate_Hz"}, {}};
  const std::array<std::size_t, 4> counts = {1, 4, 13, 52};
  std::vector<HashedBalls> scenes;
  for (const std::size_t bodies : counts)
    scenes.emplace_back(bodies);
  std::vector<std::vector<double>> took(counts.size());
  for (int turn = 0; turn < 51; ++turn)
    for (std::size_t i = 0; i < counts.size(); ++i)
      took[i].push_back(scenes[i].detect());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double ms = bench::spread_of(took[i]).median;
    table.rows.push_back({number(counts[i]), number(scenes[i].pairs()), number(scenes[i].tetrahedra()),
                          number(scenes[i].vertices()), number(scenes[i].contacts()), ms, 1000 / ms});
  }
  return table;
}

} // namespace lamina::papers::t04
