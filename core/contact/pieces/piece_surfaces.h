#pragma once

#include "core/contact/contact.h"
#include "core/contact/detection_request.h"
#include "core/shape/collision_shapes.h"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace lamina {

/// Gives a contact method the pieces of bodies in place of the bodies, so that it meets each where it is.
/// A method that looks at two surfaces in one region would else look at all that lies between the pieces.
///
///     bodies        0        1 (in three pieces)       2
///     surfaces      0     1     2     3                4        their own numbers, in order of the bodies
///                         └ piece 0, 1, 2
///
/// Vertices and triangles of a piece have numbers of their own; name_bodies() turns contacts back to those of
/// the body. A body is left whole if it is one piece, or if it overlaps itself at rest
/// (Surface::self_offset).
class PieceSurfaces {
public:
  /// Takes the surfaces of all bodies as they are now, and the vertices of those in pieces at rest (by body).
  /// `apart`: pieces are wanted; otherwise all are left whole. What is pointed to must stay until the next
  /// call. Pieces are made anew where Surface::piece_of_vertex has changed; where nothing has, they are only
  /// put where they are now, and no memory is allocated.
  void follow(std::span<const Surface* const> bodies, std::span<const RestSurface> rest, bool apart);

  /// Some body is not left whole.
  bool any() const { return !split_.empty(); }
  std::span<const Surface* const> surfaces() const { return surfaces_; }
  std::size_t bodies() const { return first_.size(); } ///< that were given last
  std::uint32_t body_of(std::uint32_t surface) const { return names_[surface].body; }

  /// A pair of surfaces as one of bodies with the pieces that meet, and back.
  BodyPair bodies_of(const BodyPair& surfaces) const;
  BodyPair surfaces_of(const BodyPair& bodies) const;

  /// Contacts found between surfaces, as contacts of bodies. Two pieces of one body are in self-contact:
  /// all of their gradient is in Contact::gradient[0] then. Evidence gets the body's triangles.
  void name_bodies(PairContacts& contacts) const;

private:
  struct Name {
    std::uint32_t body, piece;
  };
  struct Piece {
    Surface surface;
    std::vector<std::uint32_t> vertices, triangles; ///< of the body
  };
  struct SplitBody {
    std::uint32_t body;
    std::shared_ptr<const std::vector<std::uint32_t>> piece_of_vertex; ///< as it was split by
    std::vector<Piece> pieces;
  };
  bool are_listed(std::span<const Surface* const> bodies, bool apart) const;
  void list(std::span<const Surface* const> bodies, std::span<const RestSurface> rest, bool apart);
  static std::vector<Piece> split(const Surface& whole, const RestSurface& rest);

  std::vector<SplitBody> split_, last_; ///< in order of the bodies
  std::vector<const Surface*> surfaces_;
  std::vector<Name> names_;          ///< of the surfaces
  std::vector<const Piece*> pieces_; ///< of the surfaces; null for whole bodies
  std::vector<std::uint32_t> first_; ///< surface of each body
};

} // namespace lamina
