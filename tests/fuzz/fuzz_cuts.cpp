// libFuzzer target: stored states of a soft body that can come apart. The first byte says how the rest is read:
// as the numbers of a state, or as changes to the state of a body that was cut. Any bytes give a body whose
// state comes back as it was stored, or one InputError; after either it takes the state of a whole body.

#include "core/base/error.h"
#include "core/body/make_body.h"
#include "core/mesh/tet_surface.h"
#include "core/mesh/vertex_positions.h"
#include "tests/mesh/tet_support.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>

