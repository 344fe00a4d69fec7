#pragma once

#include "core/contact/adaptive/w12/error_image.h"
#include "core/contact/error_picture.h"

namespace lamina::adaptive::w12 {

/// What the finest pixels of an error image say, each as one tile. `resolution`: that of the image. Memory of
/// the picture is reused.
void draw_errors(const ErrorImage& image, int resolution, ErrorForm form, ErrorPicture& picture);

} // namespace lamina::adaptive::w12
