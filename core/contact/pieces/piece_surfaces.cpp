#include "core/contact/pieces/piece_surfaces.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace lamina {

namespace {

/// Fewer triangles are looked at one by one.
constexpr std::size_t fewest_for_meshlets = Meshlets::most_triangles;

bool comes_apart(const Surface& surface) {
  return surface.piece_of_vertex && !surface.self_offset;
}

/// Where the vertices of a piece are now.
void place(const Surface& whole, std::span<const std::uint32_t> vertices, Surface& piece) {
  piece.positions.resize(vertices.size());
  piece.bounds = {};
  for (std::size_t v = 0; v < vertices.size(); ++v) {
    piece.positions[v] = whole.positions[vertices[v]];
    piece.bounds.include(piece.positions[v]);
  }
  if (piece.meshlets)
    piece.bounds = enclose_meshlets(*piece.meshlets, piece.positions, piece.balls);
}

/// All of the gradient of each contact into gradient[0], by vertex.
void join_gradients(PairContacts& contacts) {
  std::vector<VertexGradient> joined;
  joined.reserve(contacts.gradient.size());
  for (Contact& contact : contacts.contacts) {
    const auto begin = static_cast<std::uint32_t>(joined.size());
    for (const Range& range : contact.gradient)
      joined.insert(joined.end(), contacts.gradient.begin() + range.begin,
                    contacts.gradient.begin() + range.end);
    std::sort(joined.begin() + begin, joined.end(),
              [](const VertexGradient& a, const VertexGradient& b) { return a.vertex < b.vertex; });
    const auto end = static_cast<std::uint32_t>(joined.size());
    contact.gradient = {Range{begin, end}, Range{end, end}};
  }
  contacts.gradient.swap(joined);
}

} // namespace

std::vector<PieceSurfaces::Piece> PieceSurfaces::split(const Surface& whole, const RestSurface& rest) {
  const std::vector<std::uint32_t>& piece_of = *whole.piece_of_vertex;
  std::vector<Piece> pieces(count_pieces(whole));
  std::vector<std::uint32_t> own(piece_of.size());
  for (std::uint32_t v = 0; v < piece_of.size(); ++v) {
    std::vector<std::uint32_t>& vertices = pieces[piece_of[v]].vertices;
    own[v] = static_cast<std::uint32_t>(vertices.size());
    vertices.push_back(v);
  }
  std::vector<TriangleMesh> meshes(pieces.size());
  for (std::uint32_t t = 0; t < whole.triangles->size(); ++t) {
    const Triangle& triangle = (*whole.triangles)[t];
    const std::uint32_t piece = piece_of[triangle[0]];
    pieces[piece].triangles.push_back(t);
    meshes[piece].triangles.push_back({own[triangle[0]], own[triangle[1]], own[triangle[2]]});
  }
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    Surface& surface = pieces[p].surface;
    if (meshes[p].triangles.size() > fewest_for_meshlets) {
      for (const std::uint32_t v : pieces[p].vertices)
        meshes[p].vertices.push_back(rest.vertices[v]);
      surface.meshlets = std::make_shared<const Meshlets>(meshes[p]);
    }
    surface.triangles = std::make_shared<const std::vector<Triangle>>(std::move(meshes[p].triangles));
    surface.node_spacing = whole.node_spacing;
    surface.balanced = whole.balanced;
    surface.is_piece = true;
    surface.self_contact = whole.self_contact;
    surface.topology = whole.topology;
  }
  return pieces;
}

/// Whether the same bodies are left whole as before, and the others are in the same pieces.
bool PieceSurfaces::are_listed(std::span<const Surface* const> bodies, bool apart) const {
  if (bodies.size() != first_.size())
    return false;
  auto split = split_.begin();
  for (std::uint32_t body = 0; body < bodies.size(); ++body) {
    const bool known_apart = split != split_.end() && split->body == body;
    if (known_apart != (apart && comes_apart(*bodies[body])))
      return false;
    if (known_apart ? split->piece_of_vertex != bodies[body]->piece_of_vertex
                    : surfaces_[first_[body]] != bodies[body])
      return false;
    split += known_apart ? 1 : 0;
  }
  return true;
}

void PieceSurfaces::follow(std::span<const Surface* const> bodies, std::span<const RestSurface> rest,
                           bool apart) {
  if (!are_listed(bodies, apart))
    list(bodies, rest, apart);
  for (SplitBody& split : split_)
    for (Piece& piece : split.pieces)
      place(*bodies[split.body], piece.vertices, piece.surface);
}

void PieceSurfaces::list(std::span<const Surface* const> bodies, std::span<const RestSurface> rest,
                         bool apart) {
  last_.swap(split_);
  split_.clear();
  surfaces_.clear();
  names_.clear();
  pieces_.clear();
  first_.clear();
  for (std::uint32_t body = 0; body < bodies.size(); ++body) {
    first_.push_back(static_cast<std::uint32_t>(surfaces_.size()));
    const Surface& whole = *bodies[body];
    if (!apart || !comes_apart(whole)) {
      surfaces_.push_back(&whole);
      names_.push_back({body, 0});
      pieces_.push_back(nullptr);
      continue;
    }
    const auto known = std::find_if(last_.begin(), last_.end(), [&](const SplitBody& other) {
      return other.body == body && other.piece_of_vertex == whole.piece_of_vertex;
    });
    SplitBody made{body, whole.piece_of_vertex,
                   known != last_.end() ? std::move(known->pieces) : split(whole, rest[body])};
    for (std::uint32_t p = 0; p < made.pieces.size(); ++p) {
      surfaces_.push_back(&made.pieces[p].surface);
      names_.push_back({body, p});
      pieces_.push_back(&made.pieces[p]);
    }
    // The pieces stay where they are in memory.
    split_.push_back(std::move(made));
  }
}

BodyPair PieceSurfaces::bodies_of(const BodyPair& surfaces) const {
  BodyPair pair = surfaces;
  pair.a = names_[surfaces.a].body;
  pair.b = names_[surfaces.b].body;
  pair.piece = {names_[surfaces.a].piece, names_[surfaces.b].piece};
  return pair;
}

BodyPair PieceSurfaces::surfaces_of(const BodyPair& bodies) const {
  BodyPair pair = bodies;
  pair.a = first_[bodies.a] + bodies.piece[0];
  pair.b = first_[bodies.b] + bodies.piece[1];
  pair.piece = {};
  return pair;
}

void PieceSurfaces::name_bodies(PairContacts& contacts) const {
  const std::array<std::uint32_t, 2> surface = contacts.body;
  for (std::size_t side = 0; side < 2; ++side) {
    contacts.body[side] = names_[surface[side]].body;
    contacts.piece[side] = names_[surface[side]].piece;
    const Piece* piece = pieces_[surface[side]];
    if (!piece || (side == 1 && surface[0] == surface[1]))
      continue;
    for (const Contact& contact : contacts.contacts)
      for (std::uint32_t i = contact.gradient[side].begin; i < contact.gradient[side].end; ++i)
        contacts.gradient[i].vertex = piece->vertices[contacts.gradient[i].vertex];
    for (const auto& evidence : contacts.evidence.all())
      evidence->renumber(static_cast<int>(side), piece->triangles);
  }
  contacts.between_pieces = surface[0] != surface[1] && contacts.body[0] == contacts.body[1];
  if (contacts.between_pieces)
    join_gradients(contacts);
}

} // namespace lamina
