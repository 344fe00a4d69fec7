#include "gpu/opengl/peeling/peeling_device.h"

#include "core/contact/clock.h"
#include "gpu/opengl/gl_context.h"
#include "gpu/opengl/own_thread.h"
#include "gpu/opengl/peeling/layer_peeler.h"
#include "gpu/opengl/peeling/peeled_columns.h"

namespace lamina::gpu {
namespace {

/// The context is current only while it is used, and goes last with all objects of OpenGL.
class PeelingDevice : public ldi::LayerDevice {
public:
  explicit PeelingDevice(const PeelingSettings& settings) : context_(GlNeeds::drawing) {
    const GlCurrent current(context_);
    peeler_ = std::make_unique<LayerPeeler>(context_.renderer(), settings);
  }

  /// Depths in single precision would swap sheets that lie close to each other.
  bool meets_itself() const override { return false; }
  std::string name() const override { return context_.renderer(); }

  ldi::LayerSeconds sample(std::span<const Surface* const> surfaces, std::span<const ldi::PairPlan> plans,
                           const ldi::LayerRequest& request, std::span<ldi::PairLayers> layers) override {
    ldi::LayerSeconds seconds;
    if (plans.empty())
      return seconds;
    const GlCurrent current(context_);
    Clock clock;
    peeler_->take_triangles(surfaces);
    seconds.upload = clock.lap();
    for (std::size_t p = 0; p < plans.size(); ++p)
      sample_pair(surfaces, plans[p], request.crossing_limit, layers[p], seconds);
    return seconds;
  }

private:
  void sample_pair(std::span<const Surface* const> surfaces, const ldi::PairPlan& plan,
                   std::uint32_t crossing_limit, ldi::PairLayers& layers, ldi::LayerSeconds& seconds) {
    Clock clock;
    const std::array<const Surface*, 2> pair{surfaces[plan.surface[0]], surfaces[plan.surface[1]]};
    place_pair(*plan.grid, pair, placed_);
    peeler_->take_pair(plan.surface, placed_.vertices_of_first, placed_.positions);
    seconds.upload += clock.lap();

    layers.contacts = false;
    layers.columns = layers.fragments = 0;
    double drawing = 0;
    for (int direction = 0; direction < 3; ++direction) {
      view_grid(*plan.grid, direction, view_);
      columns_.begin(*plan.grid, view_, pair, placed_);
      // One layer more than a column may have: then it has too many.
      drawing += peeler_->peel(view_, crossing_limit + 1,
                               [this](std::span<const PeeledCrossing> layer) { take(layer); });
      columns_.walk(crossing_limit, layers);
    }
    seconds.ldi += drawing;
    seconds.volume += clock.lap() - drawing;
  }

  void take(std::span<const PeeledCrossing> layer) {
    if (!columns_.take(layer))
      throw ldi::DeviceError(name() + ldi::nonsense);
  }

  GlContext context_;
  std::unique_ptr<LayerPeeler> peeler_;
  PlacedPair placed_;
  PeeledView view_;
  PeeledColumns columns_;
};

} // namespace

std::unique_ptr<ldi::LayerDevice> make_peeling_device(const PeelingSettings& settings) {
  return on_own_thread(
      [&]() -> std::unique_ptr<ldi::LayerDevice> { return std::make_unique<PeelingDevice>(settings); });
}

std::unique_ptr<ldi::LayerDevice> make_peeling_device() {
  return make_peeling_device(PeelingSettings{});
}

std::string peeling_renderer(std::string& why) {
  return renderer_of(GlNeeds::drawing, why);
}

} // namespace lamina::gpu
