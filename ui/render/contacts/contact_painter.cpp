#include "ui/render/contacts/contact_painter.h"

#include "ui/render/contacts/dropped_lines.h"
#include "ui/render/contacts/gpu_contact_view.h"
#include "ui/render/overlay/overlay_lines.h"
#include "ui/render/picking/pick_evidence.h"

#include <algorithm>
#include <vector>

namespace lamina {
namespace {

/// In distances of the eye from its target, how far corners may be from their origin: single precision still
/// places them within a thousandth of a pixel.
constexpr double farthest_origin = 16;

constexpr float hidden_pixels = 0.25f, hidden_solids = 0.10f;

} // namespace

void ContactPainter::setup() {
  static_assert(offsetof(QuadCorner, position) == 0 && sizeof(Quad) == 4 * sizeof(QuadCorner));
  static_assert(offsetof(SolidCorner, position) == 0 && sizeof(SolidQuad) == 4 * sizeof(SolidCorner));
  for (QuadBatch* batch : {&flat_, &marked_}) {
    batch->setup("pixel.vert", "pixel.frag", sizeof(QuadCorner));
    batch->add_byte_attribute(1, 4, false, offsetof(QuadCorner, ink));
  }
  solid_.setup("solid.vert", "solid.frag", sizeof(SolidCorner));
  solid_.add_byte_attribute(1, 3, true, offsetof(SolidCorner, normal));
  solid_.add_byte_attribute(2, 4, false, offsetof(SolidCorner, ink));
}

void ContactPainter::upload(const Snapshot& snapshot, std::uint64_t content, const ViewOptions& options,
                            const Frame& frame) {
  const Made wanted{
      content,       options.contacts, options.pixel_colour, options.contact_view, options.layer_axis,
      options.layer, options.skin};
  const double reach = farthest_origin * (frame.eye - frame.origin).norm();
  if (made_ != wanted || (frame.origin - origin_).norm() > reach) {
    made_ = wanted;
    origin_ = frame.origin;
    make(snapshot, options);
    ++uploads_;
  }
  offset_ = frame.relative(origin_);
  mark_hovered(snapshot, options);
}

void ContactPainter::make(const Snapshot& snapshot, const ViewOptions& options) {
  skin_top_ = 0;
  layers_ = 0;
  pixel_sizes_ = options.contacts && options.contact_view == ContactView::pixels &&
                         options.pixel_colour == PixelColour::size
                     ? steady_sizes_.update(snapshot)
                     : PixelSizes{};
  flat_.clear();
  solid_.clear();
  if (!gpu_contacts_serve(snapshot, options))
    make_with_processor(snapshot, options);
  else if (make_from_device(snapshot, options))
    ++from_device_;
  else
    make_with_processor(pairs_by_copy(snapshot), options);
}

/// The processor's own pixels come behind the device's, as do their pairs: bodies with themselves. False,
/// with nothing made, if the device's are not to be reached.
bool ContactPainter::make_from_device(const Snapshot& snapshot, const ViewOptions& options) {
  const Snapshot rest = pairs_beside_gpu_contacts(snapshot);
  std::size_t first = 0;
  if (options.contact_view == ContactView::volume) {
    const std::vector<SolidQuad> solids = solids_of(rest);
    first = device_solids_.fill(solid_, solids.size(), snapshot, origin_);
    if (first > 0)
      solid_.put(first, solids.data(), solids.size());
    return first > 0;
  }
  std::vector<Quad> quads;
  add_quads(quads, rest, options);
  first = device_quads_.fill(flat_, quads.size(), snapshot, options, origin_, pixel_sizes_);
  if (first > 0)
    flat_.put(first, quads.data(), quads.size());
  if (options.contact_view == ContactView::layers)
    layers_ = std::max<std::size_t>(device_quads_.layers(), layer_count(rest, options.layer_axis));
  return first > 0;
}

void ContactPainter::make_with_processor(const Snapshot& snapshot, const ViewOptions& options) {
  std::vector<Quad> quads;
  if (of_contacts(options.skin)) {
    const SkinValues values = skin_values(snapshot, options.skin);
    skin_top_ = skin_ranges_[options.skin].update(upper_skin_value(snapshot, values));
    add_skin_quads(quads, snapshot, values, skin_top_, origin_);
  }
  add_quads(quads, snapshot, options);
  flat_.fill(quads.data(), quads.size());
  if (!options.contacts)
    return;
  if (options.contact_view == ContactView::layers)
    layers_ = layer_count(snapshot, options.layer_axis);
  if (options.contact_view == ContactView::volume) {
    const std::vector<SolidQuad> solids = solids_of(snapshot);
    solid_.fill(solids.data(), solids.size());
  }
}

void ContactPainter::add_quads(std::vector<Quad>& quads, const Snapshot& snapshot,
                               const ViewOptions& options) const {
  if (options.contacts && options.contact_view == ContactView::pixels)
    add_pixel_quads(quads, snapshot, options, origin_, pixel_sizes_);
  if (options.contacts && options.contact_view == ContactView::layers)
    add_layer_quads(quads, snapshot, options, origin_);
}

std::vector<SolidQuad> ContactPainter::solids_of(const Snapshot& snapshot) const {
  std::vector<SolidQuad> solids;
  for (const PairState& pair : snapshot.pairs)
    if (const std::optional<int> axis = solid_axis(pair.contacts))
      add_volume_solid(solids, pair.contacts, *axis, pair_colour(pair.contacts.body), origin_);
  return solids;
}

void ContactPainter::mark_hovered(const Snapshot& snapshot, const ViewOptions& options) {
  marked_.clear();
  if (!options.contacts || options.contact_view != ContactView::pixels || !pixel_of(options.hovered))
    return;
  std::vector<Quad> quads;
  add_marked_quads(quads, snapshot, options, origin_);
  marked_.fill(quads.data(), quads.size());
}

void ContactPainter::add_marks(const Snapshot& snapshot, const ViewOptions& options,
                               std::vector<Line>& lines) {
  if (options.dropped)
    add_dropped_lines(lines, snapshot);
  const std::optional<PixelReference> hovered = pixel_of(options.hovered);
  const ContactPixelPair* pixel = options.contacts && hovered ? find_pixel(snapshot, *hovered) : nullptr;
  if (!pixel)
    return;
  const PairContacts& contacts = snapshot.pairs[hovered->pair].contacts;
  const Vec3 lower = pixel_position(contacts, *pixel, 0), upper = pixel_position(contacts, *pixel, 1);
  lines.push_back({lower, upper, 2.5, marked_colour, 1});
  const Vec3& pointed_at = hovered->end == 0 ? lower : upper;
  lines.push_back({pointed_at, pointed_at, 8, marked_colour, 1});
}

void ContactPainter::set_scales(const ViewOptions& options, ShownScales& scales) const {
  if (of_contacts(options.skin) && skin_top_ > 0)
    scales.skin_top = skin_top_;
  scales.layers = layers_;
  scales.pixel_sizes = pixel_sizes_;
}

void ContactPainter::render() const {
  solid_.render(offset_);
  flat_.render(offset_);
  marked_.render(offset_);
}

void ContactPainter::render_hidden() const {
  solid_.render_hidden(offset_, hidden_solids);
  flat_.render_hidden(offset_, hidden_pixels);
  marked_.render_hidden(offset_, hidden_pixels);
}

} // namespace lamina
