// The text that follows, until end.h, is GLSL that is read as C++ (docs/design/gpu.md). There is no include
// guard: each such text begins with this. GLSL finds the crossings of a column in a buffer; C++ is given
// them.
#define SHARED LAMINA_HD inline
#define INOUT(Type) Type&
#define COLUMN const Crossing *crossings,
#define OF_COLUMN crossings,
#define UNSORTED Crossing *crossings, const Fragment *fragments,
#define OF_UNSORTED crossings, fragments,
#define DEPTH_AT(k) crossings[k].depth
#define ENTERING_AT(k) crossings[k].entering()
#define BODY_AT(k) crossings[k].body()
#define CROSSES_BEFORE(c, d) crosses_before(c, d, fragments)
#define SHORT_COLUMN short_column

using uint = std::uint32_t;
