// See begin.h.
#undef SHARED
#undef INOUT
#undef COLUMN
#undef OF_COLUMN
#undef UNSORTED
#undef OF_UNSORTED
#undef DEPTH_AT
#undef ENTERING_AT
#undef BODY_AT
#undef CROSSES_BEFORE
#undef SHORT_COLUMN
