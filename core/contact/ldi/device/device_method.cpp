#include "core/contact/ldi/device/device_method.h"

#include "core/base/parallel.h"
#include "core/contact/clock.h"
#include "core/contact/ldi/contacts/contact_list.h"
#include "core/contact/ldi/contacts/self_intervals.h"
#include "core/contact/ldi/gpu_contact_buffer.h"
#include "core/contact/ldi/ldi.h"
#include "core/contact/ldi/region/own_bounds.h"
#include "core/contact/ldi/region/region_stages.h"
#include "core/contact/ldi/scratch_pool.h"
#include "core/contact/ldi/simd/vector_stages.h"
#include "core/contact/ldi/vertices/vertex_method.h"
#include "core/settings/setting_scope.h"

#include <algorithm>
#include <string>
#include <utility>

namespace lamina::ldi {

namespace {

/// Two rigid bodies whose pixels nobody asks for; a body with itself always has some.
bool only_friction(const BodyPair& pair) {
  return pair.only_friction() && !pair.with_itself();
}

/// Makes contacts of a pair's intervals.
void make_contacts(PairLayers& layers, const ContactsWanted& contacts, SampledPair& pair,
                   const PairResult& result) {
  begin_lists(pair);
  for (std::size_t direction = 0; direction < 3; ++direction)
    pair.directions[direction].intervals.swap(layers.intervals[direction]);
  make_room_for_pixels(pair, 3, result);
  for (int direction = 0; direction < 3; ++direction)
    list_pixels(pair, direction, 0, pair.directions[static_cast<std::size_t>(direction)].intervals.size(),
                result);
  list_contacts(pair, contacts.partition, !contacts.with_area, 1, result);
}

/// Whether contact pixels of a pair are to be in its result.
bool wants_pixels(const BodyPair& pair, const ContactsWanted& contacts) {
  return pair.pixels || pair.with_itself() || (!pair.rigid && contacts.with_area);
}

/// Takes over contacts that the device made.
void take_contacts(PairLayers& layers, const ContactsWanted& contacts, SampledPair& pair,
                   const PairResult& result) {
  for (std::size_t direction = 0; direction < 3; ++direction)
    std::swap(pair.directions[direction].sums, layers.sums[direction]);
  sum_directions(pair, result);
  result.images.pixels.swap(layers.pixels);
  if (!pair.vertex_gradient)
    std::swap(result.pair.friction, layers.friction);
  result.images.intervals = layers.found;
  if (layers.found == 0)
    return;
  result.pair.gradient.swap(layers.gradient);
  pair.ranges.swap(layers.ranges);
  pair.moments.swap(layers.moments);
  int count = pair.layout.total();
  if (contacts.partition == Partition::patches) {
    pair.patches.take(pair.prepared.grid, layers.patches, layers.multiplicity);
    count = static_cast<int>(layers.patches.size());
  }
  make_contacts(pair, contacts.partition, count, !contacts.with_area, result);
}

class DeviceMethod : public ContactMethod {
public:
  DeviceMethod(std::unique_ptr<LayerDevice> device, const RegionStages& region_stages)
      : device_(std::move(device)), region_stages_(region_stages) {
    if (!device_->is_processor() || simd::has_vectors())
      processor_ = make_ldi_cpu();
  }

  MethodTimings detect(const DetectionInput& input, std::vector<PairContacts>& results) override {
    if (looks_for_vertices(input.settings) && device_ && device_->is_processor())
      return vertices_.detect(input, results);
    if (!processor_)
      return detect_on_device(input, results);
    if (looks_for_vertices(input.settings) && trouble_.empty())
      give_up(device_->name() + " does not look for vertices in its layers");
    if (trouble_.empty()) {
      try {
        return detect_on_device(input, results);
      } catch (const DeviceError& error) {
        give_up(error.what());
      }
    }
    return processor_->detect(input, results);
  }

  bool finds_details_again(const ContactSettings& settings) const override {
    return ldi_finds_details_again(settings);
  }
  std::string device() const override { return is_on_device() ? device_->name() : std::string(); }
  std::shared_ptr<const DeviceEvidence> device_evidence() override;
  std::string drawing() const override;
  std::optional<BackendFallback> fallback() const override {
    return trouble_.empty() ? std::nullopt : std::optional(BackendFallback{"cpu", trouble_});
  }

private:
  MethodTimings detect_on_device(const DetectionInput& input, std::vector<PairContacts>& results);
  void plan(const DetectionInput& input);
  void choose_grid(const DetectionInput& input, const BodyPair& wanted, std::size_t i);
  PairPlan plan_of(const DetectionInput& input, const BodyPair& wanted, std::size_t i) const;
  void finish(std::size_t k, const BodyPair& wanted, const DetectionInput& input,
              const ldi::PairResult& result);
  void detect_self(const DetectionInput& input, std::vector<PairContacts>& results, MethodTimings& timings);
  bool left_to_core() const;
  void give_up(const std::string& why) {
    trouble_ = why + "; contact goes on with backend cpu";
    device_.reset();
  }
  /// Whether it still runs on something that is not the processor.
  bool is_on_device() const { return device_ && !device_->is_processor(); }

  std::unique_ptr<LayerDevice> device_;
  const RegionStages& region_stages_;
  /// What goes on when the device fails. Null where that would be this device again.
  std::unique_ptr<ContactMethod> processor_;
  VertexMethod vertices_{scalar_layer_stages};
  std::string trouble_;
  std::string drawing_trouble_; ///< why pictures have pixels by copy from now on

  OwnBounds own_bounds_;
  std::vector<PreparedPair> prepared_; ///< per pair
  std::vector<CellLayout> layouts_;    ///< per pair
  std::vector<PairPlan> plans_;        ///< of the pairs that have a region
  std::vector<std::size_t> planned_;   ///< which pairs these are
  std::vector<PairLayers> layers_;     ///< of the same
  std::size_t pair_count_ = 0;         ///< of the last detection
  ScratchPool<SampledPair> pool_{[] { return std::make_unique<SampledPair>(); }};
  std::vector<BodyPair> with_itself_;
  std::vector<PairContacts> self_results_;
};

MethodTimings DeviceMethod::detect_on_device(const DetectionInput& input,
                                             std::vector<PairContacts>& results) {
  const std::span<const BodyPair> pairs = input.pairs;
  MethodTimings timings{};
  Clock clock;
  results.resize(pairs.size());
  pair_count_ = pairs.size();
  plan(input);
  timings[upload_phase] = clock.lap();

  const auto first_plans = [&](const auto& want) {
    return static_cast<std::size_t>(
        std::count_if(planned_.begin(), planned_.end(), [&](std::size_t i) { return want(pairs[i]); }));
  };
  const LayerRequest request{
      static_cast<std::uint32_t>(std::max(1, input.settings.ldi.crossing_limit)),
      first_plans([&](const BodyPair& pair) { return wants_pixels(pair, input.request.contacts_of(pair)); }),
      first_plans([](const BodyPair& pair) { return !only_friction(pair); }), input.request.friction};
  device_->use_threads(input.threads);
  const LayerSeconds seconds =
      device_->sample(input.shapes.surfaces, plans_, request, {layers_.data(), plans_.size()});
  timings[upload_phase] += seconds.upload;
  timings[images_phase] = seconds.ldi;
  timings[volume_phase] = seconds.volume;
  clock.lap();

  for (std::size_t i = 0; i < pairs.size(); ++i)
    results[i].begin<ImageEvidence>({pairs[i].a, pairs[i].b});
  parallel_for(planned_.size(), input.threads, [&](std::size_t k) {
    PairContacts& result = results[planned_[k]];
    finish(k, pairs[planned_[k]], input, {result, result.evidence.add<ImageEvidence>()});
  });
  timings[volume_phase] += clock.lap();
  if (!device_->meets_itself())
    detect_self(input, results, timings);
  return timings;
}

/// Chooses the region of a pair, and the cells in it.
void DeviceMethod::choose_grid(const DetectionInput& input, const BodyPair& wanted, std::size_t i) {
  PreparedPair& pair = prepared_[i];
  const Surface &a = *input.shapes.surfaces[wanted.a], &b = *input.shapes.surfaces[wanted.b];
  if (wanted.with_itself())
    pair.overlaps =
        input.request.within && device_->meets_itself() &&
        ldi::choose_self_grid(a, own_bounds_.of(wanted.a), input.settings.ldi, input.camera, pair);
  else
    pair.overlaps = ldi::choose_grid(a, b, own_bounds_.of(wanted), input.settings.ldi, input.camera,
                                     region_stages_, pair);
  const bool in_cells = input.request.contacts_of(wanted).partition == Partition::cells;
  if (pair.overlaps)
    lay_cells(pair.grid, in_cells ? cells_of_pair(input.request.cells, pair.grid.region, a, b) : 1,
              layouts_[i]);
}

PairPlan DeviceMethod::plan_of(const DetectionInput& input, const BodyPair& wanted, std::size_t i) const {
  PairPlan plan{
      {wanted.a, wanted.b}, &prepared_[i].grid, &layouts_[i], input.request.contacts_of(wanted).partition};
  if (plan.with_itself()) {
    plan.shortest = shortest_self_interval(*input.shapes.surfaces[wanted.a]);
    return plan;
  }
  plan.moments = wanted.rigid;
  for (std::size_t k = 0; k < 2; ++k)
    if (const auto& meshlets = input.shapes.surfaces[plan.surface[k]]->meshlets;
        meshlets && meshlets->in_order())
      plan.meshlets[k] = &prepared_[i].scratch.near[k].met();
  return plan;
}

/// Chooses the regions of all pairs, and puts them in the order that a LayerRequest asks for.
void DeviceMethod::plan(const DetectionInput& input) {
  const std::span<const BodyPair> pairs = input.pairs;
  own_bounds_.find(input.shapes.surfaces, pairs, input.settings.ldi.axes, region_stages_, input.threads);
  if (prepared_.size() < pairs.size())
    prepared_.resize(pairs.size());
  layouts_.resize(prepared_.size());
  parallel_for(pairs.size(), input.threads, [&](std::size_t i) { choose_grid(input, pairs[i], i); });
  planned_.clear();
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (prepared_[i].overlaps)
      planned_.push_back(i);
  const auto place = [&](std::size_t i) {
    return wants_pixels(pairs[i], input.request.contacts_of(pairs[i])) ? 0 : only_friction(pairs[i]) ? 2 : 1;
  };
  std::stable_sort(planned_.begin(), planned_.end(),
                   [&](std::size_t i, std::size_t j) { return place(i) < place(j); });
  plans_.clear();
  for (const std::size_t i : planned_)
    plans_.push_back(plan_of(input, pairs[i], i));
  if (layers_.size() < plans_.size())
    layers_.resize(plans_.size());
}

/// Makes a result of what the device found of one planned pair.
void DeviceMethod::finish(std::size_t k, const BodyPair& wanted, const DetectionInput& input,
                          const ldi::PairResult& result) {
  const auto loan = pool_.borrow();
  SampledPair& pair = *loan;
  const ContactsWanted contacts = input.request.contacts_of(wanted);
  std::swap(pair.prepared, prepared_[planned_[k]]);
  std::swap(pair.layout, layouts_[planned_[k]]);
  pair.rigid_gradient = wanted.rigid && !wanted.with_itself();
  pair.vertex_gradient = !only_friction(wanted);
  PairLayers& layers = layers_[k];
  result.pair.region = pair.prepared.grid.region;
  result.images.columns = layers.columns;
  result.images.fragments = layers.fragments;
  for (std::size_t direction = 0; direction < 3; ++direction)
    list_dropped(static_cast<int>(direction), 0, layers.bad[direction], result);
  if (layers.contacts)
    take_contacts(layers, contacts, pair, result);
  else
    make_contacts(layers, contacts, pair, result);
  if (only_friction(wanted) && !layers.contacts) {
    sample_friction(result.images.pixels, result.pair.region, input.request.friction, result.pair.friction);
    result.images.pixels.clear();
  } else if (!wants_pixels(wanted, contacts) && !only_friction(wanted)) {
    forget_pixels(result);
  }
  std::swap(pair.prepared, prepared_[planned_[k]]);
  std::swap(pair.layout, layouts_[planned_[k]]);
}

/// Of a device that leaves it to others.
void DeviceMethod::detect_self(const DetectionInput& input, std::vector<PairContacts>& results,
                               MethodTimings& timings) {
  const std::span<const BodyPair> pairs = input.pairs;
  with_itself_.clear();
  for (const BodyPair& pair : pairs)
    if (pair.a == pair.b)
      with_itself_.push_back(pair);
  if (with_itself_.empty())
    return;
  DetectionInput of_themselves = input;
  of_themselves.pairs = with_itself_;
  const MethodTimings own = processor_->detect(of_themselves, self_results_);
  for (const LdiPhase phase : {upload_phase, images_phase, volume_phase})
    timings[phase] += own[phase];
  std::size_t next = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i)
    if (pairs[i].a == pairs[i].b)
      std::swap(results[i], self_results_[next++]);
}

/// A device lists pixels in the order in which pairs were planned.
std::shared_ptr<const DeviceEvidence> DeviceMethod::device_evidence() {
  if (!device_ || !drawing_trouble_.empty() || !device_->why_by_copy().empty() || left_to_core())
    return nullptr;
  auto found = std::make_shared<GpuContactPixels>();
  found->of_pair.resize(pair_count_);
  std::uint32_t end = 0;
  for (std::size_t k = 0; k < planned_.size(); ++k) {
    const std::uint32_t begin = end;
    end += static_cast<std::uint32_t>(layers_[k].found);
    found->of_pair[planned_[k]] = {begin, end};
  }
  if (end == 0)
    return found;
  try {
    found->buffer = device_->gpu_contacts(end);
  } catch (const DeviceError& error) {
    drawing_trouble_ = error.what();
  }
  return found->buffer ? found : nullptr;
}

/// Whether the device found something in the last detection of which core made the contacts.
bool DeviceMethod::left_to_core() const {
  return std::any_of(layers_.begin(), layers_.begin() + static_cast<std::ptrdiff_t>(planned_.size()),
                     [](const PairLayers& layers) { return !layers.contacts; });
}

std::string DeviceMethod::drawing() const {
  if (!is_on_device())
    return {};
  std::string why = drawing_trouble_.empty() ? device_->why_by_copy() : drawing_trouble_;
  if (why.empty() && left_to_core())
    why = made_by_processor;
  return way_to_pictures(why);
}

} // namespace

std::unique_ptr<ContactMethod> make_device_method(std::unique_ptr<LayerDevice> device,
                                                  const RegionStages& region_stages) {
  return std::make_unique<DeviceMethod>(std::move(device), region_stages);
}

} // namespace lamina::ldi
