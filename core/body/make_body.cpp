#include "core/body/make_body.h"

#include "core/body/cloth.h"
#include "core/body/nodal_body.h"
#include "core/body/particle_body.h"
#include "core/body/rigid_body.h"
#include "core/body/skinned_body.h"
#include "core/body/soft_body.h"

namespace lamina {

std::unique_ptr<Body> make_body(const SceneBody& description) {
  switch (description.kind) {
  case BodyKind::soft:
    return std::make_unique<NodalBody>(description, soft_parts(description));
  case BodyKind::particles:
    return std::make_unique<NodalBody>(description, particle_parts(description));
  case BodyKind::skinned:
    return std::make_unique<SkinnedBody>(description);
  case BodyKind::cloth:
    return std::make_unique<NodalBody>(description, cloth_parts(description));
  default:
    return std::make_unique<RigidBody>(description);
  }
}

} // namespace lamina
