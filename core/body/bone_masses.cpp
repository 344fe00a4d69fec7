#include "core/body/bone_masses.h"

#include "core/mesh/lattice_cells.h"

#include <algorithm>

namespace lamina {

namespace {

constexpr int cells_along = 40;
constexpr double least_share = 1e-4;
/// Radius of the ball that stands for a bone which carries nothing, over the longest side of the body.
constexpr double least_radius = 0.01;

using Weights = std::vector<BoneWeight>;

/// Adds to a sparse list, ordered by bone.
void add_weight(Weights& weights, std::uint32_t bone, double weight) {
  auto place = std::lower_bound(weights.begin(), weights.end(), bone,
                                [](const BoneWeight& w, std::uint32_t b) { return w.bone < b; });
  if (place == weights.end() || place->bone != bone)
    place = weights.insert(place, {bone, 0.0});
  place->weight += weight;
}

void normalise(Weights& weights) {
  double sum = 0;
  for (const BoneWeight& w : weights)
    sum += w.weight;
  for (BoneWeight& w : weights)
    w.weight /= sum;
}

/// Weights per cell: from the vertices inside, then inwards from cell to cell.
class CellWeights {
public:
  CellWeights(const LatticeCells& cells, const Rig& rig, const TriangleMesh& mesh)
      : cells_(cells), of_(cells.total()) {
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v) {
      const auto c = cells.cell_of(mesh.vertices[v]);
      for (const BoneWeight& w : rig.of(v))
        add_weight(of_[cells.index(c[0], c[1], c[2])], w.bone, w.weight);
    }
    while (spread()) {
    }
  }

  const Weights& of(std::size_t cell) const { return of_[cell]; }

private:
  /// One ring of cells further; false if there was none left.
  bool spread() {
    std::vector<std::pair<std::size_t, Weights>> found;
    const auto& n = cells_.counts();
    for (int z = 0; z < n[2]; ++z)
      for (int y = 0; y < n[1]; ++y)
        for (int x = 0; x < n[0]; ++x) {
          const std::size_t cell = cells_.index(x, y, z);
          if (!of_[cell].empty() || !cells_.kept(cell))
            continue;
          Weights mean = mean_beside({x, y, z});
          if (!mean.empty())
            found.emplace_back(cell, std::move(mean));
        }
    for (auto& [cell, weights] : found)
      of_[cell] = std::move(weights);
    return !found.empty();
  }

  Weights mean_beside(const std::array<int, 3>& cell) const {
    Weights sum;
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (const int step : {-1, 1}) {
        std::array<int, 3> beside = cell;
        beside[axis] += step;
        if (beside[axis] < 0 || beside[axis] >= cells_.counts()[axis])
          continue;
        Weights other = of_[cells_.index(beside[0], beside[1], beside[2])];
        if (other.empty())
          continue;
        normalise(other);
        for (const BoneWeight& w : other)
          add_weight(sum, w.bone, w.weight);
      }
    if (!sum.empty())
      normalise(sum);
    return sum;
  }

  const LatticeCells& cells_;
  std::vector<Weights> of_;
};

/// Sums over the cells that a bone has a share in.
struct Moments {
  double mass = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();

  void add(double m, const Vec3& at, double cell) {
    mass += m;
    first += m * at;
    second += m * (at * at.transpose() + cell * cell / 12 * Mat3::Identity());
  }
  BoneMass about_centre() const {
    const Vec3 centre = first / mass;
    const Mat3 spread = second - mass * centre * centre.transpose();
    return {mass, centre, spread.trace() * Mat3::Identity() - spread};
  }
};

BoneMass ball_of(const Bone& bone, double mass, double longest) {
  const double radius = std::max(least_radius * longest, 0.25 * (bone.tail - bone.head).norm());
  return {mass, 0.5 * (bone.head + bone.tail), 0.4 * mass * radius * radius * Mat3::Identity()};
}

} // namespace

std::vector<BoneMass> bone_masses(const Rig& rig, const TriangleMesh& mesh, double mass) {
  const LatticeCells cells(mesh, cells_along);
  const CellWeights weights(cells, rig, mesh);
  std::vector<Moments> moments(rig.bones.size());
  double total = 0;
  const auto& n = cells.counts();
  for (int z = 0; z < n[2]; ++z)
    for (int y = 0; y < n[1]; ++y)
      for (int x = 0; x < n[0]; ++x) {
        const std::size_t cell = cells.index(x, y, z);
        if (!cells.kept(cell) || weights.of(cell).empty())
          continue;
        Weights share = weights.of(cell);
        normalise(share);
        const Vec3 middle = cells.corner(x, y, z) + Vec3::Constant(0.5 * cells.size());
        for (const BoneWeight& w : share)
          moments[w.bone].add(w.weight * cells.filled(cell), middle, cells.size());
        total += cells.filled(cell);
      }

  std::vector<BoneMass> masses;
  double sum = 0;
  const double longest = bounds(mesh).size().maxCoeff();
  for (std::size_t b = 0; b < rig.bones.size(); ++b) {
    masses.push_back(moments[b].mass > least_share * total
                         ? moments[b].about_centre()
                         : ball_of(rig.bones[b], least_share * std::max(total, 1e-300), longest));
    sum += masses.back().mass;
  }
  for (BoneMass& bone : masses) {
    bone.mass *= mass / sum;
    bone.inertia *= mass / sum;
  }
  return masses;
}

} // namespace lamina
