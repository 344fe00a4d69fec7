#pragma once

#include "core/contact/partition.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lamina {

/// Indices of two surfaces that may touch; a < b, or a == b for self-contact.
struct BodyPair {
  std::uint32_t a, b;
  /// Somebody wants the contact pixels: friction, or whoever looks at them. Without, a method makes them only
  /// if the areas of contacts follow from them.
  bool pixels = true;
  /// Two rigid bodies, which meet as their motion wants it: a method that measures volumes says by
  /// PairContacts::rigid how that changes each contact. If nobody wants pixels, it then leaves
  /// PairContacts::friction in their place, and no gradient over vertices, with all else as if they were
  /// there.
  bool rigid = false;
  /// Of each body, the piece that meets (Surface::piece_of_vertex): methods do not know them, as they are
  /// given surfaces of pieces in place of bodies (PieceSurfaces). 0 where a body meets as a whole.
  std::array<std::uint32_t, 2> piece{};

  bool with_itself() const { return a == b; }
  bool only_friction() const { return rigid && !pixels; }
  bool operator==(const BodyPair&) const = default;
};

/// What the contacts of a pair should be like.
struct ContactsWanted {
  Partition partition = Partition::whole;
  /// Pressure acts on the area of a contact: contacts without one are left out. Otherwise they count too, and
  /// areas are known only where contact pixels are (F08's law needs none).
  bool with_area = true;

  bool operator==(const ContactsWanted&) const = default;
};

/// Which samples friction between two rigid bodies wants (FrictionSamples).
enum class FrictionSampling {
  none,
  along_normals,  ///< nothing rubs along the normal of a contact pixel
  along_view_axis ///< nothing rubs along the view axis, and pixels count with their whole area (F08)
};

/// What the response wants of a detection, whatever the method. Methods know nothing else of the response:
/// neither its law nor its friction (core/response/detection_request.h derives this from the settings).
struct DetectionRequest {
  ContactsWanted between; ///< two bodies
  std::optional<ContactsWanted>
      within;    ///< one body that overlaps itself; none: bodies do not meet themselves
  int cells = 1; ///< along each side of a region, for Partition::cells
  FrictionSampling friction = FrictionSampling::none;
  bool sampled_contacts = false; ///< PairContacts::sampled, of two rigid bodies

  /// Of a body with itself only if it may meet itself.
  ContactsWanted contacts_of(const BodyPair& pair) const {
    return pair.with_itself() ? within.value_or(ContactsWanted{}) : between;
  }
};

} // namespace lamina
