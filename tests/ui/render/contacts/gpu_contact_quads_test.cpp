#include "core/contact/ldi/gpu_contact_buffer.h"
#include "core/contact/ldi/image_evidence.h"
#include "tests/ui/render/pictures/picture_support.h"
#include "tests/ui/render/small_scenes.h"
#include "ui/render/gl/gl_api.h"
#include "ui/render/overlay/legend_entries.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <tuple>
#include <vector>

namespace lamina {
namespace {

constexpr ViewSize picture_size{320, 240};

/// What a device would have put into a context that shares with the picture's.
class UploadedPixels : public GpuContactBuffer {
public:
  UploadedPixels(std::shared_ptr<SharedContext> context, std::vector<ContactPixelPair> pixels)
      : context_(std::move(context)), pixels_(std::move(pixels)) {
    context_->make_current();
    glCreateBuffers(1, &buffer_);
    glNamedBufferData(buffer_, static_cast<GLsizeiptr>(pixels_.size() * sizeof pixels_[0]), pixels_.data(),
                      GL_STATIC_DRAW);
    glFinish();
    context_->release();
  }
  ~UploadedPixels() override {
    context_->make_current();
    glDeleteBuffers(1, &buffer_);
    context_->release();
  }
  std::size_t count() const override { return pixels_.size(); }
  unsigned begin_drawing() const override {
    ++begun;
    return context_->shares_with_current() ? buffer_ : 0;
  }
  void end_drawing() const override { ++ended; }
  std::vector<ContactPixelPair> copy() const override { return pixels_; }

  mutable int begun = 0, ended = 0;

private:
  std::shared_ptr<SharedContext> context_;
  std::vector<ContactPixelPair> pixels_;
  unsigned buffer_ = 0;
};

class Numbers {
public:
  double next() { return (state_ = state_ * 1664525u + 1013904223u) / 4294967296.0; }

private:
  unsigned state_ = 7;
};

/// Columns of none to three intervals in rows that are shifted against each other, in all three directions,
/// in the order in which a detection lists them; a few have no length or no place.
std::vector<ContactPixelPair> wild_pixels(const Region& region, Numbers& numbers) {
  std::vector<ContactPixelPair> pixels;
  for (int axis = 0; axis < 3; ++axis) {
    const int u = (axis + 1) % 3;
    for (const ContactPixelPair& whole : images_of(test::pixel_layer(region, axis).contacts).pixels) {
      const double shift = std::fmod(0.618 * whole.pixel[1], 1.0) - 0.5;
      double low = 0;
      for (int i = static_cast<int>(4 * numbers.next()); i > 0; --i) {
        ContactPixelPair part = whole;
        low += 0.15 * numbers.next() * region.size[axis];
        part.length = (0.03 + 0.15 * numbers.next()) * region.size[axis];
        part.lower +=
            low * region.axes.col(axis) + shift * region.size[u] / region.pixels[u] * region.axes.col(u);
        low += part.length;
        if (const double odd = numbers.next(); odd < 0.03)
          part.length = 0;
        else if (odd < 0.04)
          part.lower.x() = std::numeric_limits<double>::quiet_NaN();
        pixels.push_back(part);
      }
    }
  }
  // A layer lists its pixels row by row; so does a detection.
  std::stable_sort(pixels.begin(), pixels.end(), [](const ContactPixelPair& a, const ContactPixelPair& b) {
    return std::tuple(a.axis, a.pixel[1], a.pixel[0]) < std::tuple(b.axis, b.pixel[1], b.pixel[0]);
  });
  return pixels;
}

/// A snapshot of three pairs, two of which have pixels, with the processor and on a device, where they lie
/// the other way round.
class DeviceQuads : public test::Drawing {
protected:
  void SetUp() override {
    Drawing::SetUp();
    if (IsSkipped())
      return;
    options.quality = Quality::low;
    options.contacts = true;
    auto pair_of = [&](const Vec3& at, double angle, std::uint32_t a, std::uint32_t b) {
      PairState pair;
      pair.contacts.region = test::plain_region(at, Vec3(1, 0.7, 0.9), {9, 7, 11});
      pair.contacts.region.axes = Eigen::AngleAxisd(angle, Vec3(1, 2, -1).normalized()).toRotationMatrix();
      pair.contacts.body = {a, b};
      return pair;
    };
    Numbers numbers;
    copied.pairs = {pair_of({-0.9, -0.3, 0}, 0.2, 0, 1), pair_of({0, 0, 0}, 0, 0, 2),
                    pair_of({0.1, -0.2, -0.3}, 0.7, 1, 2)};
    copied.pairs[0].contacts.evidence.add<ImageEvidence>().pixels =
        wild_pixels(copied.pairs[0].contacts.region, numbers);
    copied.pairs[2].contacts.evidence.add<ImageEvidence>().pixels =
        wild_pixels(copied.pairs[2].contacts.region, numbers);
    on_device = copied;
    auto gpu_contacts = std::make_shared<GpuContactPixels>();
    gpu_contacts->of_pair.resize(3);
    std::vector<ContactPixelPair> all;
    for (const std::size_t p : {2u, 1u, 0u}) {
      std::vector<ContactPixelPair>& pixels =
          on_device.pairs[p].contacts.evidence.add<ImageEvidence>().pixels;
      gpu_contacts->of_pair[p].begin = static_cast<std::uint32_t>(all.size());
      all.insert(all.end(), pixels.begin(), pixels.end());
      gpu_contacts->of_pair[p].end = static_cast<std::uint32_t>(all.size());
      pixels.clear();
    }
    uploaded = std::make_shared<UploadedPixels>(renderer->shared_context(), all);
    gpu_contacts->buffer = uploaded;
    on_device.device_evidence = gpu_contacts;
  }

  Image draw(const Snapshot& snapshot) {
    return renderer->render(snapshot, Camera(), options, picture_size.width, picture_size.height);
  }

  Snapshot copied, on_device;
  std::shared_ptr<UploadedPixels> uploaded;
  ViewOptions options;
};

TEST_F(DeviceQuads, LookLikeThoseThatTheProcessorMakes) {
  options.contacts = false;
  const Image without = draw(copied);
  options.contacts = true;
  std::uint64_t pictures = 0;
  for (const bool see_through : {true, false})
    for (const ContactView view : {ContactView::pixels, ContactView::volume, ContactView::layers})
      for (int axis = 0; axis < (view == ContactView::layers ? 3 : 1); ++axis)
        for (const int layer : {0, 1, 4}) {
          options.see_through = see_through;
          options.contact_view = view;
          options.layer_axis = axis;
          options.layer = layer;
          const Image shown = draw(on_device);
          EXPECT_NE(shown.rgba, without.rgba);
          EXPECT_EQ(shown.rgba, draw(copied).rgba) << int(view) << " " << axis << " " << layer;
          EXPECT_EQ(renderer->contacts_from_device(), ++pictures);
        }
  EXPECT_EQ(uploaded->begun, int(pictures));
  EXPECT_EQ(uploaded->ended, int(pictures));
}

TEST_F(DeviceQuads, HaveTheSameColoursByAxisSizeAndReason) {
  for (const PixelColour colour : {PixelColour::world_axes, PixelColour::size, PixelColour::reason}) {
    options.pixel_colour = colour;
    const Image shown = draw(on_device);
    EXPECT_EQ(shown.rgba, draw(copied).rgba) << int(colour);
  }
  EXPECT_EQ(renderer->contacts_from_device(), 3u);
}

TEST_F(DeviceQuads, CountTheirLayersForTheLegend) {
  options.contact_view = ContactView::layers;
  draw(on_device);
  EXPECT_EQ(renderer->scales().layers, 6u);
  EXPECT_EQ(legend_entries(on_device, options, renderer->scales()).front().items.size(), 6u);
}

TEST_F(DeviceQuads, AreMadeByTheProcessorWithColoursOfContacts) {
  options.skin = SkinColour::pressure;
  draw(on_device);
  EXPECT_EQ(renderer->contacts_from_device(), 0u);
}

TEST_F(DeviceQuads, AreMadeOfACopyWhereTheContextSharesNothing) {
  OffscreenRenderer stranger;
  for (const ContactView view : {ContactView::pixels, ContactView::volume, ContactView::layers}) {
    options.contact_view = view;
    EXPECT_EQ(stranger.render(on_device, Camera(), options, picture_size.width, picture_size.height).rgba,
              draw(copied).rgba);
  }
  EXPECT_EQ(stranger.contacts_from_device(), 0u);
  EXPECT_EQ(uploaded->ended, 0);
}

TEST_F(DeviceQuads, AreNotMadeForOtherPairsThanTheirs) {
  on_device.pairs.pop_back();
  draw(on_device);
  EXPECT_EQ(renderer->contacts_from_device(), 0u);
}

} // namespace
} // namespace lamina
