#pragma once

#include "core/body/body.h"
#include "core/scene/scene.h"

#include <memory>

namespace lamina {

/// The body that a loaded scene body describes, by its kind. Throws InputError (naming the body) if it cannot
/// be one.
std::unique_ptr<Body> make_body(const SceneBody& description);

} // namespace lamina
