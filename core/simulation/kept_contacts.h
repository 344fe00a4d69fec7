#pragma once

#include "core/body/body.h"
#include "core/contact/contact.h"
#include "core/contact/detection_request.h"

#include <cstddef>
#include <span>
#include <vector>

namespace lamina {

/// Contacts of the last detection that the next need not find again: of rigid bodies whose surfaces both lie
/// where they lay. Detection would find the same, so that keeping them changes no result.
///
///   begin ──► pairs of this step ──► choose ──► changed() ──► detection ──► merge ──► contacts
class KeptContacts {
public:
  /// Nothing of the last detection can be kept: something has changed beside the places of bodies.
  void forget() { as_found_ = false; }

  /// Takes the pairs of the last contacts, before those of this step are listed.
  void begin(std::vector<BodyPair>& pairs) { last_.swap(pairs); }

  /// Decides which pairs are kept, and says in them which pixels their contacts have. Where `all_or_none`,
  /// they are all kept if that is possible, else none. Remembers where surfaces are.
  void choose(std::span<Body* const> bodies, std::span<BodyPair> pairs, bool all_or_none);
  /// Pairs to be detected, in order.
  std::span<const BodyPair> changed() const { return changed_; }
  /// All contacts stay, each where it was.
  bool unchanged() const { return unchanged_; }
  /// Room for the contacts of the changed pairs.
  std::vector<PairContacts>& found() { return found_; }
  /// Makes the contacts of the last step those of this one, in the order of the pairs.
  void merge(std::vector<PairContacts>& contacts);
  /// The contacts are those of the pairs.
  void note_found() { as_found_ = true; }

  /// Where the surfaces of bodies were as contacts were found; any pose for what deforms.
  std::span<const Pose> places() const { return places_; }
  /// Of the bodies as they are, if there has been no detection.
  void note_places(std::span<Body* const> bodies);

private:
  static constexpr std::size_t nowhere = ~std::size_t{0};
  std::size_t find_last(const BodyPair& pair) const;

  bool as_found_ = false, unchanged_ = false;
  std::vector<Pose> places_;
  std::vector<bool> stayed_; ///< bodies
  std::vector<BodyPair> last_, changed_;
  std::vector<std::size_t> order_; ///< of the last pairs, by their bodies
  std::vector<std::size_t> from_;  ///< of each pair: its index among the last, or nowhere
  std::vector<PairContacts> found_, merged_;
};

/// Where surfaces of rigid bodies lie, one a body, and back; any pose for what deforms.
void save_surfaces(std::span<Body* const> bodies, std::vector<Pose>& places);
void place_surfaces(std::span<Body* const> bodies, std::span<const Pose> places);

} // namespace lamina
