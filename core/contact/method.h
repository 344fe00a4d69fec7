#pragma once

#include "core/contact/contact.h"
#include "core/contact/detection_request.h"
#include "core/contact/phases.h"
#include "core/contact/surface_tree.h"
#include "core/math/camera_view.h"
#include "core/settings/settings.h"
#include "core/shape/collision_shapes.h"

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lamina {

/// A method asks for another backend in its place: because its device failed, or because it was there to
/// choose one.
struct BackendFallback {
  std::string backend, reason;
};

/// What a detection looks at, and what is wanted of it. What is pointed to stays until it is done.
struct DetectionInput {
  CollisionShapes shapes;
  std::span<const BodyPair> pairs;
  const ContactSettings& settings;
  DetectionRequest request;
  int threads = 0;        ///< that may be used; 0: all processors
  CameraView camera = {}; ///< for sampling that depends on what is seen
};

/// A way to detect contact. Stateless towards the simulation: everything it keeps is a cache, or the memory
/// that the simulation keeps with its states. Detects all pairs of a step in one call, so that a backend can
/// batch them; results come in the order of `pairs` whatever the threads do.
class ContactMethod {
public:
  virtual ~ContactMethod() = default;
  /// Returns how long each phase took that the method was registered with.
  virtual MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) = 0;
  /// Whether evidence lacks details where nobody wants pixels of rigid bodies, and the same detection done
  /// again finds them. Otherwise whoever may want them later asks for them from the start.
  virtual bool finds_details_again(const ContactSettings&) const { return false; }
  /// How far apart (m) two surfaces may be and still have a contact: the margin that the broad phase needs.
  virtual double reach(std::span<const Surface* const>, const ContactSettings&) const { return 0; }
  /// How deep (m) two surfaces may lie in each other and still be seen where they are deepest.
  virtual double deepest_seen(const Surface&, const Surface&, const ContactSettings&) const {
    return std::numeric_limits<double>::infinity();
  }
  /// Appends, as numbers, what the next detection must know of the last to find the same when it is done
  /// again; nothing for methods that look at the present alone.
  virtual void save_memory(std::vector<double>&) const {}
  /// As if the last detection were the one after which these numbers were saved by a method of this name,
  /// between the same surfaces; without numbers, as if there had been none.
  virtual void restore_memory(std::span<const double>) {}
  /// Adds the boxes of the tree that it searches a surface with (by its number in the last detection), so
  /// many splits below the root; of what ends above that, the last. Nothing where the surface met no other,
  /// or there is no tree that can be looked into.
  virtual void tree_boxes(std::uint32_t, int, std::vector<Box>&) const {}
  /// The tree for rays that it searches a surface with (by its number), so that others need not make one.
  /// It may have been fitted to where the surface lay before: see SurfaceTree. Null where there is none.
  virtual std::shared_ptr<const SurfaceTree> surface_tree(std::uint32_t) { return nullptr; }
  /// How it searches, for pictures: adds evidence that no detection keeps, as it takes time to make. Detects
  /// anew for this input, and leaves alone what detections remember.
  virtual bool shows_search() const { return false; }
  virtual void show_search(const DetectionInput&, EvidenceSet&) {}
  /// What it runs on, if that is no processor.
  virtual std::string device() const { return {}; }
  /// Details of the last detection, in memory of the device from which pictures can be drawn. Null where they
  /// are with the processor only: BodyPair::pixels brings them there.
  virtual std::shared_ptr<const DeviceEvidence> device_evidence() { return nullptr; }
  /// How pictures come by contact pixels: from the device's memory, or by copy and why. Empty without a
  /// device.
  virtual std::string drawing() const { return {}; }
  /// What the settings should say instead from now on; nothing while they can stay.
  virtual std::optional<BackendFallback> fallback() const { return std::nullopt; }
};

/// Makes the method that the settings name ("ldi" on backend "cpu").
/// Throws InputError naming the methods and backends that there are.
std::unique_ptr<ContactMethod> make_contact_method(const ContactSettings& settings);

/// What a method is like on every backend: those of the first backend that it was registered with count.
struct MethodTraits {
  std::vector<DetectionPhase> phases = {};   ///< of a detection, in the order of its timings
  MeasureKind measure = MeasureKind::volume; ///< what its contacts measure
  /// What its pairs hold, and TreeBox if it has trees that can be looked into (ContactMethod::tree_boxes).
  std::vector<EvidenceType> evidence = {};
  ShapeParts needs = {};     ///< of bodies, beside their surfaces
  std::string good_for = {}; ///< what one would choose it for, in a few words
  /// The traits that count instead under some settings, which stay; null where these do. Null if these always
  /// do.
  const MethodTraits* (*of_settings)(const ContactSettings&) = nullptr;
};

/// A method on a backend. `make` may throw InputError that says why it cannot be used here.
using MethodFactory = std::unique_ptr<ContactMethod> (*)();
struct MethodRegistration {
  std::string method, backend, sentence;
  MethodFactory make;
  MethodTraits traits = {};
};
/// Those of core, and those that were added.
const std::vector<MethodRegistration>& contact_methods();
/// The backend that the settings name if their method runs on it, else "cpu" where the method knows that,
/// else the one they name all the same.
std::string usable_backend(const ContactSettings& settings);
/// What contacts measure under these settings; depths if there is no such method.
MeasureKind measure_of(const ContactSettings& settings);
inline bool measures_volume(const ContactSettings& settings) {
  return measure_of(settings) == MeasureKind::volume;
}
/// Whether the method was registered as leaving evidence of that type under these settings.
bool leaves_evidence(const ContactSettings& settings, EvidenceType type);
template <class Type>
bool leaves(const ContactSettings& settings) {
  return leaves_evidence(settings, evidence_type<Type>());
}
/// What one would choose it for, in a few words; empty where nobody said so.
std::string good_for(const std::string& method);
/// What it needs of bodies beside their surfaces. One that lacks such a part meets nothing.
ShapeParts needed_parts(const std::string& method);
/// Adds one, before anything runs; one that is known already is left as it is.
void add_contact_method(MethodRegistration registration);

} // namespace lamina
