#include "core/body/breaking.h"

#include "core/mesh/tet_faces.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>

namespace lamina {

namespace {

/// Over the strength.
constexpr double goes_on_at = 0.5, is_pulled_open_at = 0.25, begins_along_crack_at = 4;

struct LoadedFace {
  double load = 0; ///< Pa
  std::uint32_t face = 0;
};

/// A bound of the greatest eigenvalue, by Gershgorin.
double most_of(const Mat3& stress) {
  const double yz = std::abs(stress(1, 2)), xz = std::abs(stress(0, 2)), xy = std::abs(stress(0, 1));
  return std::max({0.0, stress(0, 0) + xy + xz, stress(1, 1) + xy + yz, stress(2, 2) + xz + yz});
}

/// A solid and the faces along which it came apart.
class CrackedSolid {
public:
  CrackedSolid(const LoadedSolid& solid, const TetNeighbours& neighbours,
               std::span<const std::uint32_t> split)
      : solid_(solid), neighbours_(neighbours), split_(split), is_split_(neighbours.halves(), 0),
        is_on_crack_(solid.nodes.size(), 0) {
    for (const std::uint32_t face : split)
      for (const std::uint32_t half : {face, neighbours.across(face)}) {
        is_split_[half] = 1;
        for (const std::uint32_t node : nodes_of(half))
          is_on_crack_[node] = 1;
      }
  }

  /// Of each front, the face that goes on from there, with t cos²φ.
  std::vector<LoadedFace> at_fronts() const;
  /// The faces that are loaded with more than this (Pa); if they have an edge on a crack, four times this.
  std::vector<LoadedFace> overloaded(double strength) const;

  Vec3 middle(std::uint32_t half) const {
    const Triangle t = nodes_of(half);
    return (solid_.nodes[t[0]] + solid_.nodes[t[1]] + solid_.nodes[t[2]]) / 3;
  }

private:
  Triangle nodes_of(std::uint32_t half) const {
    return face_of(solid_.tetrahedra[half / 4], static_cast<int>(half % 4));
  }
  double normal_traction(std::uint32_t half) const;
  std::uint32_t next_around(std::uint32_t half, std::uint32_t a, std::uint32_t b) const;
  Vec3 away_from_edge(std::uint32_t half, std::uint32_t a, std::uint32_t b) const;
  LoadedFace going_on(std::uint32_t face, std::uint32_t a, std::uint32_t b) const;

  const LoadedSolid& solid_;
  const TetNeighbours& neighbours_;
  std::span<const std::uint32_t> split_;
  std::vector<std::uint8_t> is_split_;    ///< by half-face
  std::vector<std::uint8_t> is_on_crack_; ///< by node
};

double CrackedSolid::normal_traction(std::uint32_t half) const {
  const Triangle t = nodes_of(half);
  const Vec3& origin = solid_.nodes[t[0]];
  const Vec3 area = (solid_.nodes[t[1]] - origin).cross(solid_.nodes[t[2]] - origin);
  const double squared = area.squaredNorm();
  if (!(squared > 0))
    return 0;
  const Mat3 stress = 0.5 * (solid_.stresses[half / 4] + solid_.stresses[neighbours_.across(half) / 4]);
  return area.dot(stress * area) / squared;
}

/// The other side of the same tetrahedron at the edge a b.
std::uint32_t CrackedSolid::next_around(std::uint32_t half, std::uint32_t a, std::uint32_t b) const {
  const Tetrahedron& t = solid_.tetrahedra[half / 4];
  std::uint32_t side = 0;
  while (side == half % 4 || t[side] == a || t[side] == b)
    ++side;
  return half / 4 * 4 + side;
}

/// The unit vector within a face that leads away from its edge a b.
Vec3 CrackedSolid::away_from_edge(std::uint32_t half, std::uint32_t a, std::uint32_t b) const {
  // The corner opposite the other side is the third one of this side.
  const std::uint32_t third = solid_.tetrahedra[half / 4][next_around(half, a, b) % 4];
  const Vec3 edge = (solid_.nodes[b] - solid_.nodes[a]).normalized();
  const Vec3 arm = solid_.nodes[third] - solid_.nodes[a];
  return (arm - arm.dot(edge) * edge).normalized();
}

/// Goes around the edge a b from one side of a split face to the other. The edge is a front if no other split
/// face and no boundary comes between; its nodes are then the same all around.
LoadedFace CrackedSolid::going_on(std::uint32_t face, std::uint32_t a, std::uint32_t b) const {
  LoadedFace most;
  const Vec3 back = away_from_edge(face, a, b);
  for (std::uint32_t entered = face;;) {
    const std::uint32_t half = next_around(entered, a, b), other = neighbours_.across(half);
    if (half == neighbours_.across(face))
      return most;
    if (other == TetNeighbours::none || is_split_[half])
      return {};
    const double straight = std::max(0.0, -back.dot(away_from_edge(half, a, b)));
    const double load = normal_traction(half) * straight * straight;
    const LoadedFace here{load, std::min(half, other)};
    if (load > most.load || (load == most.load && load > 0 && here.face < most.face))
      most = here;
    entered = other;
  }
}

std::vector<LoadedFace> CrackedSolid::at_fronts() const {
  std::vector<LoadedFace> found;
  for (const std::uint32_t face : split_) {
    const Triangle t = nodes_of(face);
    for (std::size_t k = 0; k < 3; ++k)
      if (const LoadedFace next = going_on(face, t[k], t[(k + 1) % 3]); next.load > 0)
        found.push_back(next);
  }
  return found;
}

std::vector<LoadedFace> CrackedSolid::overloaded(double strength) const {
  std::vector<double> most(solid_.stresses.size());
  for (std::size_t t = 0; t < most.size(); ++t)
    most[t] = most_of(solid_.stresses[t]);
  // Of two tetrahedra at an overloaded face one passes the strength: the first that does finds it.
  std::vector<LoadedFace> found;
  for (std::uint32_t t = 0; t < most.size(); ++t)
    for (std::uint32_t half = 4 * t; most[t] > strength && half < 4 * t + 4; ++half) {
      const std::uint32_t other = neighbours_.across(half);
      if (other == TetNeighbours::none || is_split_[half] || most[t] + most[other / 4] <= 2 * strength ||
          (other < half && most[other / 4] > strength))
        continue;
      const std::uint32_t face = std::min(half, other);
      const Triangle nodes = nodes_of(face);
      const bool is_along_crack =
          is_on_crack_[nodes[0]] + is_on_crack_[nodes[1]] + is_on_crack_[nodes[2]] >= 2;
      const double held = is_along_crack ? begins_along_crack_at * strength : strength;
      if (const double traction = normal_traction(face); traction > held)
        found.push_back({traction, face});
    }
  return found;
}

/// Places in pieces around which no other crack begins, kept by cells as wide as the relief.
class RelievedPlaces {
public:
  explicit RelievedPlaces(double relief) : relief_(relief) {}

  void add(const Vec3& place, std::uint32_t piece) { cells_[number(cell(place))].push_back({place, piece}); }

  bool are_near(const Vec3& place, std::uint32_t piece) const {
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y)
        for (int z = -1; z <= 1; ++z) {
          const auto found = cells_.find(number(cell(place) + Vec3(x, y, z)));
          if (found != cells_.end() && has_near(found->second, place, piece))
            return true;
        }
    return false;
  }

private:
  struct Place {
    Vec3 at;
    std::uint32_t piece;
  };

  Vec3 cell(const Vec3& place) const { return (place / relief_).array().floor(); }
  /// Cells that share a number cost time and change nothing.
  static std::uint64_t number(const Vec3& cell) {
    std::uint64_t number = 0;
    for (const double x : cell)
      number = number * 0x9e3779b97f4a7c15u + std::bit_cast<std::uint64_t>(x + 0.0); // no −0
    return number;
  }
  bool has_near(const std::vector<Place>& places, const Vec3& place, std::uint32_t piece) const {
    return std::any_of(places.begin(), places.end(), [&](const Place& other) {
      return other.piece == piece && (other.at - place).squaredNorm() < relief_ * relief_;
    });
  }

  double relief_; ///< m
  std::unordered_map<std::uint64_t, std::vector<Place>> cells_;
};

/// Of `loaded` faces those that begin a crack, beside those at fronts.
std::vector<std::uint32_t> begin_cracks(const LoadedSolid& solid, const CrackedSolid& cracked,
                                        std::vector<LoadedFace> loaded, std::span<const LoadedFace> fronts,
                                        const Strength& strength) {
  if (loaded.empty())
    return {};
  std::vector<std::uint32_t> piece_of_tetrahedron;
  find_tet_pieces(solid.tetrahedra, solid.nodes.size(), piece_of_tetrahedron);
  RelievedPlaces relieved(strength.relief);
  for (const LoadedFace& front : fronts)
    if (front.load > is_pulled_open_at * strength.tensile)
      relieved.add(cracked.middle(front.face), piece_of_tetrahedron[front.face / 4]);
  std::sort(loaded.begin(), loaded.end(), [](const LoadedFace& a, const LoadedFace& b) {
    return a.load != b.load ? a.load > b.load : a.face < b.face;
  });
  std::vector<std::uint32_t> begun;
  for (const LoadedFace& next : loaded) {
    const Vec3 place = cracked.middle(next.face);
    const std::uint32_t piece = piece_of_tetrahedron[next.face / 4];
    if (relieved.are_near(place, piece))
      continue;
    begun.push_back(next.face);
    relieved.add(place, piece);
  }
  return begun;
}

} // namespace

std::vector<std::uint32_t> overloaded_faces(const LoadedSolid& solid, const TetNeighbours& neighbours,
                                            std::span<const std::uint32_t> split, const Strength& strength) {
  const CrackedSolid cracked(solid, neighbours, split);
  const std::vector<LoadedFace> fronts = cracked.at_fronts();
  std::vector<std::uint32_t> faces =
      begin_cracks(solid, cracked, cracked.overloaded(strength.tensile), fronts, strength);
  for (const LoadedFace& front : fronts)
    if (front.load > goes_on_at * strength.tensile)
      faces.push_back(front.face);
  // Several fronts may go on by one face.
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

} // namespace lamina
