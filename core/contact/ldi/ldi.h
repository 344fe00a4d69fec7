#pragma once

#include "core/contact/method.h"

#include <memory>
#include <string>

namespace lamina {

/// Volume contact on layered depth images (F08; design: LDI volume contact, items 1–8). Its stages have a
/// file each: region and grid, prepare, snap and cull, raster, columns, volume (self_intervals for a body
/// with itself), cells, pixel pairs, patches, gradient. Those that cost most are written for the processor's
/// vectors (simd). Results are bitwise the same for any number of threads and on any processor.
std::unique_ptr<ContactMethod> make_ldi_cpu();

/// The phases of a detection, in the order of ldi_traits().
enum LdiPhase : std::size_t { upload_phase, images_phase, volume_phase };
/// What the method is like on every backend.
MethodTraits ldi_traits();

/// ContactMethod::finds_details_again on every backend. Pixels whose number depends on the camera could not
/// be found again.
bool ldi_finds_details_again(const ContactSettings& settings);

/// The same in scalar code: the stages that cards run (core/contact/ldi/stages), run by threads of the
/// processor. Backends are compared with it.
std::unique_ptr<ContactMethod> make_ldi_reference();

/// The vector instructions that backend cpu uses here, for instance AVX2. Its results do not depend on them.
std::string ldi_vectors();

} // namespace lamina
