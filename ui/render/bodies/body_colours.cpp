#include "ui/render/bodies/body_colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string_view>

namespace lamina {
namespace {

/// As calm as those of the welcome scene, and told apart by lightness too.
constexpr std::array<std::array<std::uint8_t, 3>, 8> hues{{{0x2e, 0x86, 0xab},   // blue
                                                           {0xdd, 0x76, 0x3f},   // orange
                                                           {0x3a, 0x9d, 0x78},   // green
                                                           {0xe6, 0xbd, 0x55},   // sand
                                                           {0x8e, 0x6c, 0x8a},   // plum
                                                           {0x7c, 0xb7, 0xd8},   // sky
                                                           {0xb4, 0x4f, 0x5a},   // brick
                                                           {0xa7, 0xb5, 0x5e}}}; // olive

/// Shades of all hues that are kept from stated colours by more than equality.
constexpr std::size_t careful_rounds = 3;
/// sRGB distance below which two colours are taken for one.
constexpr double alike = 0.13;

/// A channel as files write it, so that what is saved comes back the same.
float channel(float value) {
  return std::round(255 * value) / 255.0f;
}

Colour shade_of(std::size_t hue, std::size_t round) {
  Colour colour;
  for (std::size_t k = 0; k < 3; ++k)
    colour[k] = static_cast<float>(hues[hue][k]) / 255.0f;
  colour = shade(colour, round);
  for (float& part : colour)
    part = channel(part);
  return colour;
}

double distance(const Colour& a, const Colour& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/// Where in the hues a name begins. Numbered names of one stem follow one another.
std::size_t first_hue(std::string_view name) {
  std::uint64_t number = 0, factor = 1;
  while (!name.empty() && name.back() >= '0' && name.back() <= '9') {
    number += factor * static_cast<std::uint64_t>(name.back() - '0');
    factor *= 10;
    name.remove_suffix(1);
  }
  // FNV-1a.
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return static_cast<std::size_t>(((hash ^ (hash >> 32)) % hues.size() + number) % hues.size());
}

/// What a colour is chosen by.
struct Named {
  std::string_view name;
  bool one_sided;
  const std::optional<Colour>& stated;
};

Colour pale_grey(std::string_view name) {
  const Colour hue = shade_of(first_hue(name), 0);
  constexpr Colour grey{0.72f, 0.73f, 0.75f};
  Colour colour;
  for (std::size_t k = 0; k < 3; ++k)
    colour[k] = channel(grey[k] + 0.12f * (hue[k] - grey[k]));
  return colour;
}

/// Gives out each shade of each hue once.
class FreeColours {
public:
  explicit FreeColours(const std::set<Colour>& stated) : stated_(stated) {}

  /// The first that is free from the name's own hue on, in the first round that has one.
  Colour take(std::string_view name) {
    const std::size_t first = first_hue(name);
    for (std::size_t round = first_round_;; ++round) {
      if (round == rounds_.size())
        rounds_.push_back(make_round(round));
      for (std::size_t k = 0; k < hues.size(); ++k) {
        const std::size_t hue = (first + k) % hues.size();
        if (rounds_[round][hue])
          continue;
        rounds_[round][hue] = true;
        return shade_of(hue, round);
      }
      if (round == first_round_)
        ++first_round_;
    }
  }

private:
  using Round = std::array<bool, hues.size()>; ///< whether each is taken

  Round make_round(std::size_t number) const {
    Round taken{};
    for (std::size_t hue = 0; hue < hues.size(); ++hue)
      taken[hue] = std::any_of(stated_.begin(), stated_.end(), [&](const Colour& stated) {
        const double apart = distance(stated, shade_of(hue, number));
        return apart < 1e-3 || (number < careful_rounds && apart < alike);
      });
    return taken;
  }

  const std::set<Colour>& stated_;
  std::vector<Round> rounds_;
  std::size_t first_round_ = 0; ///< those before have nothing left
};

std::vector<Colour> colours_of(std::span<const Named> bodies) {
  std::set<Colour> stated;
  for (const Named& body : bodies)
    if (body.stated)
      stated.insert(*body.stated);
  FreeColours free(stated);
  std::vector<Colour> colours;
  colours.reserve(bodies.size());
  for (const Named& body : bodies)
    colours.push_back(body.stated      ? *body.stated
                      : body.one_sided ? pale_grey(body.name)
                                       : free.take(body.name));
  return colours;
}

} // namespace

std::vector<Colour> body_colours(const std::vector<BodyInfo>& infos) {
  std::vector<Named> bodies;
  bodies.reserve(infos.size());
  for (const BodyInfo& info : infos)
    bodies.push_back({info.name, info.mesh && info.mesh->sidedness == Sidedness::one_sided, info.colour});
  return colours_of(bodies);
}

Scene with_stated_colours(Scene scene) {
  std::vector<Named> bodies;
  bodies.reserve(scene.bodies.size());
  for (const SceneBody& body : scene.bodies)
    bodies.push_back({body.name, body.sidedness == Sidedness::one_sided, body.colour});
  const std::vector<Colour> colours = colours_of(bodies);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i)
    if (scene.bodies[i].sidedness != Sidedness::one_sided)
      scene.bodies[i].colour = colours[i];
  return scene;
}

Scene with_stated_colours(const Scene& before, Scene after) {
  std::set<Colour> known;
  for (const SceneBody& body : before.bodies)
    if (body.colour)
      known.insert(*body.colour);
  for (std::size_t i = before.bodies.size(); i < after.bodies.size(); ++i)
    if (std::optional<Colour>& colour = after.bodies[i].colour; colour && !known.insert(*colour).second)
      colour.reset();
  return with_stated_colours(std::move(after));
}

Colour piece_colour(std::size_t piece) {
  return palette_colour((piece - 1) % piece_colours);
}

Colour shown_colour(const BodyInfo& info, const Colour& own, bool floor, bool paler, bool dark) {
  return floor ? floor_colour(info, dark) : paler ? colour_asleep(own) : own;
}

Colour inner_shade(const Colour& colour) {
  constexpr float bright = 0.62f, share = 0.45f;
  const float grey = 0.3f * colour[0] + 0.59f * colour[1] + 0.11f * colour[2];
  const float other = grey > bright ? 0.15f : 1;
  Colour inner;
  for (std::size_t k = 0; k < 3; ++k)
    inner[k] = colour[k] + share * (other - colour[k]);
  return inner;
}

Colour colour_asleep(const Colour& colour) {
  constexpr float kept = 0.45f;
  const float grey = 0.3f * colour[0] + 0.59f * colour[1] + 0.11f * colour[2];
  Colour paler;
  for (std::size_t k = 0; k < 3; ++k)
    paler[k] = grey + kept * (colour[k] - grey);
  return paler;
}

bool is_body_hue(const Colour& colour) {
  for (std::size_t round = 0; round < careful_rounds; ++round)
    for (std::size_t hue = 0; hue < hues.size(); ++hue)
      if (colour == shade_of(hue, round))
        return true;
  return false;
}

} // namespace lamina
