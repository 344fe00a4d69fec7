// The crossings of one column sorted, `count` of them from `begin` on. CROSSES_BEFORE knows no ties, so there is
// one order only. C++ reads this in sort_column.h.

SHARED void sort_by_insertion(UNSORTED uint begin, uint count) {
  for (uint next = 1u; next < count; ++next) {
    Crossing moving = crossings[begin + next];
    uint hole = next;
    for (; hole > 0u && CROSSES_BEFORE(moving, crossings[begin + hole - 1u]); --hole)
      crossings[begin + hole] = crossings[begin + hole - 1u];
    crossings[begin + hole] = moving;
  }
}

SHARED void sink(UNSORTED uint begin, uint hole, uint count) {
  Crossing moving = crossings[begin + hole];
  for (;;) {
    uint child = 2u * hole + 1u;
    if (child >= count)
      break;
    if (child + 1u < count && CROSSES_BEFORE(crossings[begin + child], crossings[begin + child + 1u]))
      ++child;
    if (!CROSSES_BEFORE(moving, crossings[begin + child]))
      break;
    crossings[begin + hole] = crossings[begin + child];
    hole = child;
  }
  crossings[begin + hole] = moving;
}

SHARED void sort_as_heap(UNSORTED uint begin, uint count) {
  for (uint first = count / 2u; first > 0u; --first)
    sink(OF_UNSORTED begin, first - 1u, count);
  for (uint last = count - 1u; last > 0u; --last) {
    Crossing highest = crossings[begin];
    crossings[begin] = crossings[begin + last];
    crossings[begin + last] = highest;
    sink(OF_UNSORTED begin, 0u, last);
  }
}

// The longest are sorted as a heap, so that they do not take forever.
SHARED void sort_column(UNSORTED uint begin, uint count) {
  if (count <= SHORT_COLUMN)
    sort_by_insertion(OF_UNSORTED begin, count);
  else
    sort_as_heap(OF_UNSORTED begin, count);
}
