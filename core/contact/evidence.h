#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <typeindex>
#include <typeinfo>
#include <utility>
#include <vector>

namespace lamina {

struct PairContacts;
struct FrictionPoint;
class FrictionSamples;
enum class FrictionSampling;

/// What is counted of a detection: columns of steps.csv.
struct DetectionCounts {
  std::uint64_t fragments = 0, contact_pixels = 0, columns = 0, dropped_columns = 0;
  std::uint64_t rays = 0, colliding_points = 0; ///< of methods that know such
  double volume_m3 = 0;
  /// By how much the volume may be off at most, and its error bar (VolumeError), all pairs added up; infinite
  /// where one of them has none.
  double volume_bound_m3 = 0, volume_error_bar_m3 = 0;
  /// By how much area vectors may be off at most (ImageEvidence::area_vector_bound), all pairs added up;
  /// infinite where one of them has no bound.
  double area_vector_bound_m2 = 0;
};

/// How a method came to the contacts of a pair: images, rays, points. Each method has types of its own,
/// derived from this in its own folder, and says with its registration which ones it leaves. Whoever draws,
/// lists or exports them registers for a type and asks for that type alone.
///
///   PairContacts ── contacts, gradients           what every response needs
///        └──────── evidence ── ImageEvidence      core/contact/ldi
///                          ├── PointEvidence      shared by methods that join points
///                          └── RayEvidence        core/contact/raytraced
///
/// It is a base class and not a std::variant, since a variant lists its alternatives: a method could not be
/// added without touching what all others share. The price is one virtual call a pair, never one a pixel.
class Evidence {
public:
  virtual ~Evidence() = default;

  /// Empties it for the next detection; its memory stays.
  virtual void clear() = 0;
  virtual std::unique_ptr<Evidence> copy() const = 0;
  /// A copy without details, which are large: what only those want who look (BodyPair::pixels).
  virtual std::unique_ptr<Evidence> summary() const = 0;
  /// Gives the triangles of body a or b (side 0 or 1) other numbers: a list of them, by those they had.
  virtual void renumber(int, std::span<const std::uint32_t>) {}
  /// Adds what is to be counted of it.
  virtual void count(DetectionCounts&) const {}

  /// Whether detection left its details out because nobody asked for them.
  virtual bool lacks_details() const { return false; }
  /// Takes the details that the same detection left when it was done again; false if it found something else.
  virtual bool take_details(Evidence&) { return true; }

  /// At how many points friction acts, as far as details are there.
  virtual std::size_t friction_points() const { return 0; }
  /// Fills in those from `first` on, as many as there is room for; all of them are there. `pair` is the one
  /// that this is evidence of.
  virtual void get_friction_points(const PairContacts& pair, std::size_t first,
                                   std::span<FrictionPoint> points) const;
  /// Fills in what friction between rigid bodies needs of all of them.
  virtual void sample_friction(const PairContacts& pair, FrictionSampling sampling,
                               FrictionSamples& samples) const;
};

/// Details of a detection that a device has left in its own memory, for pictures to be made of. Each method
/// has a type of its own, as of Evidence.
class DeviceEvidence {
public:
  virtual ~DeviceEvidence() = default;
  virtual std::size_t pairs() const = 0; ///< of the detection
  /// Whether details of this pair are there. Otherwise there are none, or the processor made them.
  virtual bool has(std::size_t pair) const = 0;
};

/// What copies of evidence of type `Own` are.
template <class Own>
class EvidenceOf : public Evidence {
public:
  std::unique_ptr<Evidence> copy() const override {
    return std::make_unique<Own>(static_cast<const Own&>(*this));
  }
};

/// Names a type of evidence where registries keep them.
using EvidenceType = std::type_index;
template <class Type>
EvidenceType evidence_type() {
  return typeid(Type);
}

/// The evidence of one pair, at most one of a type. A copy has copies of it.
class EvidenceSet {
public:
  EvidenceSet() = default;
  EvidenceSet(const EvidenceSet& other);
  EvidenceSet& operator=(const EvidenceSet& other);
  EvidenceSet(EvidenceSet&&) noexcept = default;
  EvidenceSet& operator=(EvidenceSet&&) noexcept = default;

  /// Of that type or derived from it; null if there is none.
  template <class Type>
  const Type* find() const {
    for (const auto& evidence : held_)
      if (const auto* found = dynamic_cast<const Type*>(evidence.get()))
        return found;
    return nullptr;
  }
  template <class Type>
  Type* find() {
    return const_cast<Type*>(std::as_const(*this).find<Type>());
  }
  /// The same, made if there is none yet.
  template <class Type>
  Type& add() {
    Type* found = find<Type>();
    if (found)
      return *found;
    held_.push_back(std::make_unique<Type>());
    return static_cast<Type&>(*held_.back());
  }

  /// Begins a detection that leaves these types: holds them alone, empty. Where it held them already, as from
  /// step to step, nothing is allocated.
  template <class... Types>
  void begin() {
    std::size_t at = 0;
    (begin_at<Types>(at++), ...);
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(at), held_.end());
  }
  void clear();
  EvidenceSet summary() const;
  /// Whether any of it lacks details, and taking those of the same evidence, found again.
  bool lacks_details() const;
  bool take_details(EvidenceSet& again);

  const std::vector<std::unique_ptr<Evidence>>& all() const { return held_; }

private:
  template <class Type>
  void begin_at(std::size_t at) {
    if (at == held_.size())
      held_.push_back(nullptr);
    std::unique_ptr<Evidence>& held = held_[at];
    if (dynamic_cast<Type*>(held.get()))
      held->clear();
    else
      held = std::make_unique<Type>();
  }

  std::vector<std::unique_ptr<Evidence>> held_;
};

} // namespace lamina
