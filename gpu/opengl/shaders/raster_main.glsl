bool fits_narrow(Seen seen) {
  return seen.left >= -NARROW_LIMIT && seen.right <= NARROW_LIMIT && seen.bottom >= -NARROW_LIMIT &&
         seen.top <= NARROW_LIMIT;
}

#ifdef LARGE

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  uint entry = large[index / LARGE_THREADS]; // three times the item, and the direction
  Seen seen = see(item_at(entry / 3u), int(entry % 3u));
  Span rows = rows_of(seen);
  rows.first += int64_t(index % LARGE_THREADS);
  if (fits_narrow(seen))
    narrow_cover(seen, rows, int64_t(LARGE_THREADS));
  else
    wide_cover(seen, rows, int64_t(LARGE_THREADS));
}

#else

void draw(Seen seen, uint entry) {
  Span rows = rows_of(seen);
  if (rows.first >= rows.last)
    return;
  int64_t width = min(((seen.right - seen.left) >> SUBPIXEL_BITS) + 2L, int64_t(seen.image.width));
  if (fits_narrow(seen) && (rows.last - rows.first) * width <= LARGE_TRIANGLE)
    narrow_cover(seen, rows, 1L);
#ifdef COUNT
  else
    large[atomicAdd(large_count, 1u)] = entry;
#endif
}

void main() {
  uint index = launch_index();
  if (index >= indices())
    return;
  Item item = item_at(index);
  for (int direction = 0; direction < 3; ++direction)
    draw(see(item, direction), 3u * index + uint(direction));
}

#endif
