#include "core/contact/adaptive/tile_contacts.h"

#include "core/contact/ldi/contacts/normals.h"

namespace lamina::adaptive {

void TileContacts::list_pixels(const TiledRegion& region, const std::array<const Surface*, 2>& surfaces,
                               int direction, std::span<const TileInterval> tiles,
                               std::vector<ContactPixelPair>& pixels) {
  const ldi::View view(direction);
  const Mat3& axes = region.grid.region.axes;
  const ldi::Triple axis = ldi::triple(axes.col(direction));
  std::array<ldi::Normals, 2> normals{ldi::Normals(*surfaces[0]), ldi::Normals(*surfaces[1])};
  const ldi::CellsAlong along(region.layout, view);
  std::vector<ldi::CellsOfEnds>& cells = cells_[static_cast<std::size_t>(direction)];
  cells.clear();
  for (const TileInterval& tile : tiles) {
    const ldi::Interval& interval = tile.interval;
    const ldi::ColumnCells column = along.of_column(interval.pixel);
    const ldi::EndCells ends = ldi::cells_of_ends(column, interval);
    cells.push_back({static_cast<std::uint16_t>(column.cell(ends.lower)),
                     static_cast<std::uint16_t>(column.cell(ends.upper))});
    ContactPixelPair& pixel = pixels.emplace_back();
    Vec3 lower;
    lower[view.depth] = interval.depth[0];
    lower[view.u] = tile.at[0];
    lower[view.v] = tile.at[1];
    pixel.lower = axes * lower;
    pixel.normal = Vec3::Zero();
    pixel.weight = 0;
    if (interval.between_bodies()) {
      const ldi::Triple normal = ldi::pair_normal(normals[interval.body[1]].of(interval.triangle[1]),
                                                  normals[interval.body[0]].of(interval.triangle[0]));
      pixel.normal = ldi::vector(normal);
      pixel.weight = ldi::pair_area(normal, axis, tile.area);
    }
    pixel.length = interval.length();
    pixel.area = tile.area;
    pixel.triangle = interval.triangle;
    for (std::size_t end = 0; end < 2; ++end)
      pixel.barycentric[end] = {static_cast<float>(interval.barycentric[end][0]),
                                static_cast<float>(interval.barycentric[end][1])};
    pixel.body = interval.body;
    pixel.axis = static_cast<std::uint8_t>(direction);
    pixel.cell = cells.back();
    pixel.pixel = interval.pixel;
  }
}

void TileContacts::list_extents(const std::array<DirectionTiles, 3>& directions,
                                std::vector<PixelExtent>& extents) {
  extents.clear();
  for (const DirectionTiles& direction : directions)
    for (const TileInterval& tile : direction.intervals())
      extents.push_back(tile.extent);
}

/// Their numbers and extents; volumes and areas are added up as those of cells are.
void TileContacts::find_patches(const TiledRegion& region, const std::array<DirectionTiles, 3>& directions,
                                std::vector<ContactPixelPair>& pixels) {
  std::array<ldi::ListedIntervals, 3> listed;
  for (std::size_t direction = 0; direction < 3; ++direction) {
    intervals_[direction].clear();
    for (const TileInterval& tile : directions[direction].intervals())
      intervals_[direction].push_back(tile.interval);
    listed[direction] = {intervals_[direction], cells_[direction]};
  }
  patches_.find(region.grid, listed, pixels);
}

void TileContacts::add_up(const TiledRegion& region, int direction, std::span<const TileInterval> tiles,
                          std::span<const ContactPixelPair> pixels, Partition partition, bool vertices) {
  const ldi::View view(direction);
  const ldi::CellsAlong along(region.layout, view);
  const Region& box = region.grid.region;
  const Vec3 middle = box.minimum + 0.5 * box.size;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    const TileInterval& tile = tiles[i];
    const ldi::Interval& interval = tile.interval;
    const auto cells = pixels[i].cell;
    if (cells[0] == cells[1]) {
      sums_[cells[0]].volume += tile.volume;
    } else {
      const ldi::ColumnCells column = along.of_column(interval.pixel);
      const ldi::EndCells ends = ldi::cells_of_ends(column, interval);
      for (std::uint32_t number = ends.lower; number <= ends.upper; ++number)
        sums_[column.cell(number)].volume +=
            tile.volume * ldi::length_in_cell(column, ends, interval, number) / interval.length();
    }
    // Where a is the upper end, its motion along the axis makes the interval longer.
    const double half = 0.5 * tile.area * tile.upper_ends();
    for (const std::uint16_t cell : cells) {
      Sums& sums = sums_[cell];
      sums.area += 0.5 * pixels[i].weight;
      sums.rigid.linear[view.depth] += half;
      sums.rigid.angular[view.u] += half * (tile.lever[1] - middle[view.v]);
      sums.rigid.angular[view.v] -= half * (tile.lever[0] - middle[view.u]);
    }
    if (!vertices || (partition == Partition::cells && !interval.between_bodies()))
      continue;
    const std::size_t shares = cells[0] == cells[1] ? 1 : 2;
    for (std::size_t share = 0; share < shares; ++share)
      for (std::size_t end = 0; end < 2; ++end)
        gradient_.add(cells[share], interval.body[end], interval.triangle[end], interval.barycentric[end],
                      static_cast<std::uint8_t>(direction),
                      (end == 1 ? tile.area : -tile.area) / static_cast<double>(shares));
  }
}

Contact TileContacts::contact_of(Partition partition, std::size_t index,
                                 const ldi::PairResult& result) const {
  Contact contact;
  contact.gradient = {ranges_[2 * index], ranges_[2 * index + 1]};
  contact.measure = partition == Partition::whole ? result.images.volume : sums_[index].volume;
  contact.area = sums_[index].area;
  if (partition == Partition::whole)
    return contact;
  contact.cell = static_cast<int>(index);
  contact.depth_limit = partition == Partition::patches ? patches_.patches()[index].extent.size().minCoeff()
                                                        : result.pair.region.size.minCoeff();
  return contact;
}

void TileContacts::make(const TiledRegion& region, const std::array<const Surface*, 2>& surfaces,
                        const std::array<DirectionTiles, 3>& directions, const DetectionRequest& request,
                        const BodyPair& pair, const ldi::PairResult& result) {
  const auto [partition, with_area] = request.between;
  std::vector<ContactPixelPair>& pixels = pair.pixels ? result.images.pixels : passing_pixels_;
  pixels.clear();
  for (int direction = 0; direction < 3; ++direction)
    list_pixels(region, surfaces, direction, directions[static_cast<std::size_t>(direction)].intervals(),
                pixels);
  if (pair.pixels) {
    list_extents(directions, result.images.extents);
    for (std::size_t direction = 0; direction < 3; ++direction)
      directions[direction].draw_errors(result.images.error_pictures[direction]);
  }
  result.images.intervals = pixels.size();
  if (pixels.empty())
    return;
  auto count = static_cast<std::size_t>(region.layout.total());
  if (partition == Partition::patches) {
    find_patches(region, directions, pixels);
    count = patches_.patches().size();
  }

  const bool vertices = !pair.only_friction();
  sums_.assign(count, {});
  gradient_.begin(count);
  std::span<const ContactPixelPair> rest(pixels);
  for (int direction = 0; direction < 3; ++direction) {
    const std::span<const TileInterval> tiles = directions[static_cast<std::size_t>(direction)].intervals();
    add_up(region, direction, tiles, rest.first(tiles.size()), partition, vertices);
    rest = rest.subspan(tiles.size());
  }
  const Mat3& axes = region.grid.region.axes;
  gradient_.finish(surfaces, axes, result.pair.gradient, ranges_);
  for (std::size_t index = 0; index < count; ++index) {
    const Contact contact = contact_of(partition, index, result);
    result.pair.area += contact.area;
    if (contact.area <= 0 && with_area)
      continue;
    result.pair.contacts.push_back(contact);
    if (pair.rigid)
      result.pair.rigid.push_back({axes * sums_[index].rigid.linear, axes * sums_[index].rigid.angular});
  }
  if (pair.only_friction())
    sample_friction(pixels, result.pair.region, request.friction, result.pair.friction);
}

} // namespace lamina::adaptive
