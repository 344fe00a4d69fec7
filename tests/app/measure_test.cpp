#include "tests/app/child.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numbers>
#include <sstream>

namespace lamina::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json measure(const std::string& a, const std::string& b, int resolution) {
  const Outcome outcome = run_lamina({"measure", a, b, "--resolution", std::to_string(resolution), "--json"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.words;
  return json::parse(outcome.output);
}

double number(const json& value) {
  return value.get<double>();
}

/// A sphere of latitude and longitude strips in OFF text, inscribed.
std::string sphere_off(double radius, double x, int strips) {
  const int around = 2 * strips;
  std::ostringstream points, faces;
  points.precision(17);
  points << x << " 0 " << radius << "\n";
  for (int i = 1; i < strips; ++i)
    for (int j = 0; j < around; ++j) {
      const double polar = std::numbers::pi * i / strips, azimuth = 2 * std::numbers::pi * j / around;
      points << x + radius * std::sin(polar) * std::cos(azimuth) << ' '
             << radius * std::sin(polar) * std::sin(azimuth) << ' ' << radius * std::cos(polar) << '\n';
    }
  points << x << " 0 " << -radius << "\n";
  const auto at = [&](int ring, int j) { return 1 + (ring - 1) * around + j % around; };
  const int last = 1 + (strips - 1) * around;
  for (int j = 0; j < around; ++j) {
    faces << "3 0 " << at(1, j) << ' ' << at(1, j + 1) << '\n';
    for (int i = 1; i + 1 < strips; ++i)
      faces << "3 " << at(i, j) << ' ' << at(i + 1, j) << ' ' << at(i + 1, j + 1) << "\n3 " << at(i, j) << ' '
            << at(i + 1, j + 1) << ' ' << at(i, j + 1) << '\n';
    faces << "3 " << last << ' ' << at(strips - 1, j + 1) << ' ' << at(strips - 1, j) << '\n';
  }
  const int triangles = 2 * around * (strips - 1);
  return "OFF\n" + std::to_string(last + 1) + ' ' + std::to_string(triangles) + " 0\n" + points.str() +
         faces.str();
}

struct Measure : ::testing::Test {
  TemporaryFolder folder;
  std::string unit_box = folder.write("a.obj", box_obj({0, 0, 0}, {1, 1, 1}));
};

TEST_F(Measure, HasEveryField) {
  const std::string other = folder.write("b.obj", box_obj({0.5, 0.5, 0.5}, {2, 2, 2}));
  const json result = measure(unit_box, other, 16);
  for (const char* name :
       {"volume_m3", "columns", "fragments", "contact_pixels", "dropped_columns", "wall_ms"})
    EXPECT_TRUE(result.at(name).is_number()) << name;
  for (const char* name : {"volume_xyz_m3", "force_on_a_m2", "torque_on_a_m3"})
    EXPECT_EQ(result.at(name).size(), 3u) << name;
  EXPECT_EQ(result.at("resolution"), 16);
  EXPECT_EQ(result.at("dropped_columns"), 0);
}

TEST_F(Measure, AlignedBoxesAreExactAtAnyResolution) {
  const std::string other = folder.write("b.obj", box_obj({0.7, 0.25, -0.5}, {1.5, 2, 0.4}));
  for (const int resolution : {1, 7, 16, 64}) {
    const json result = measure(unit_box, other, resolution);
    // Coordinates are snapped to 2⁻¹⁰ pixel at the coarsest, which the box walls of the region do not feel.
    EXPECT_NEAR(number(result.at("volume_m3")), 0.3 * 0.75 * 0.4, 1e-9) << resolution;
  }
}

TEST_F(Measure, AForceAlongOneAxisIsTheAreaOfTheOverlapAndSidesInOnePlaneGiveNone) {
  // Same y and z extent: all lateral sides are coplanar.
  const std::string other = folder.write("b.obj", box_obj({0.9, 0, 0}, {1.9, 1, 1}));
  const json result = measure(unit_box, other, 16);
  EXPECT_NEAR(number(result.at("volume_m3")), 0.1, 1e-9);
  EXPECT_NEAR(number(result.at("force_on_a_m2").at(0)), -1, 1e-9);
  EXPECT_EQ(number(result.at("force_on_a_m2").at(1)), 0);
  EXPECT_EQ(number(result.at("force_on_a_m2").at(2)), 0);
}

TEST_F(Measure, NestedDisjointAndIdenticalMeshesComeOutRight) {
  const std::string inner = folder.write("inner.obj", box_obj({0.25, 0.25, 0.25}, {0.75, 0.75, 0.75}));
  const std::string away = folder.write("away.obj", box_obj({5, 5, 5}, {6, 6, 6}));
  EXPECT_NEAR(number(measure(unit_box, inner, 16).at("volume_m3")), 0.125, 1e-9);
  EXPECT_NEAR(number(measure(inner, unit_box, 16).at("volume_m3")), 0.125, 1e-9);
  EXPECT_EQ(number(measure(unit_box, away, 16).at("volume_m3")), 0);
  EXPECT_NEAR(number(measure(unit_box, unit_box, 16).at("volume_m3")), 1, 1e-9);
}

TEST_F(Measure, SwappingTheMeshesTurnsTheForce) {
  const std::string other = folder.write("b.obj", box_obj({0.7, 0.25, -0.5}, {1.5, 2, 0.4}));
  const json one = measure(unit_box, other, 16), two = measure(other, unit_box, 16);
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_NEAR(number(one.at("force_on_a_m2").at(axis)), -number(two.at("force_on_a_m2").at(axis)), 1e-9);
}

TEST_F(Measure, ToAToleranceHasABoundThatHolds) {
  const std::string a = folder.write("a.off", sphere_off(1, 0, 48)),
                    b = folder.write("b.off", sphere_off(0.8, 1.2, 48));
  const double by_pixels = number(measure(a, b, 512).at("volume_m3"));
  for (const bool rigorous : {false, true}) {
    std::vector<std::string> words{"measure", a, b, "--tolerance", "1e-3", "--json"};
    if (rigorous)
      words.emplace_back("--rigorous");
    const Outcome outcome = run_lamina(words);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
    const json result = json::parse(outcome.output);
    const double volume = number(result.at("volume_m3")), bound = number(result.at("volume_bound_m3"));
    EXPECT_TRUE(result.at("reached").get<bool>());
    EXPECT_LE(rigorous ? bound : number(result.at("volume_error_bar_m3")), 1e-3 * volume);
    // 512 pixels across are off by 10⁻⁵.
    EXPECT_NEAR(volume, by_pixels, bound + 1e-5 * volume);
  }
  EXPECT_THAT(run_lamina({"measure", a, b, "--tolerance", "1e-2"}).output, HasSubstr("off by at most"));
}

TEST_F(Measure, WritesTheErrorImagesOfW12sTilesAndOfNoOthers) {
  const std::string other = folder.write("b.off", sphere_off(0.4, 0.9, 12));
  const std::string name = (folder.path() / "error").string();
  const std::vector<std::string> words{"measure", unit_box, other, "--error-images", name};
  EXPECT_EQ(run_lamina(words).exit_code, 2) << "the default method has none";
  std::vector<std::string> of_w12 = words;
  for (const char* word : {"--set", "method=adaptive", "--set", "tiles=w12", "--set", "error_image=20"})
    of_w12.emplace_back(word);
  const Outcome outcome = run_lamina(of_w12);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  for (const char* end : {"-x.pfm", "-y.pfm", "-z.pfm"}) {
    std::ifstream file(name + end, std::ios::binary);
    std::string kind, scale;
    int width = 0, height = 0;
    file >> kind >> width >> height >> scale;
    file.get();
    EXPECT_EQ(kind, "Pf");
    EXPECT_EQ(width, 32) << "rounded up to a power of two";
    EXPECT_EQ(height, 32);
    std::vector<float> errors(32 * 32);
    file.read(reinterpret_cast<char*>(errors.data()), 32 * 32 * sizeof(float));
    EXPECT_EQ(file.gcount(), std::streamsize(32 * 32 * sizeof(float)));
    EXPECT_GT(*std::max_element(errors.begin(), errors.end()), 0);
    EXPECT_GE(*std::min_element(errors.begin(), errors.end()), 0);
    EXPECT_EQ(file.get(), EOF);
  }
}

TEST_F(Measure, RefusesTolerancesThatSayNothing) {
  for (const char* value : {"0", "-1", "2", "nan", "much"})
    EXPECT_EQ(run_lamina({"measure", unit_box, unit_box, "--tolerance", value}).exit_code, 2) << value;
  EXPECT_EQ(run_lamina({"measure", unit_box, unit_box, "--rigorous"}).exit_code, 2);
  EXPECT_EQ(run_lamina({"measure", unit_box, unit_box, "--tolerance", "0.1", "--resolution", "64"}).exit_code,
            2);
}

TEST_F(Measure, TwoSpheresOverlapInTheirLens) {
  // Radii 1 and 0.8, centres 1.2 apart: V = π (R+r−d)² (d²+2d(R+r)−3(R−r)²) / 12d.
  const double big = 1, small = 0.8, d = 1.2;
  const double lens = std::numbers::pi * std::pow(big + small - d, 2) *
                      (d * d + 2 * d * (big + small) - 3 * std::pow(big - small, 2)) / (12 * d);
  const std::string a = folder.write("a.off", sphere_off(big, 0, 96));
  const std::string b = folder.write("b.off", sphere_off(small, d, 96));
  const json result = measure(a, b, 128);
  // Inscribed strips of π/96 fall short of the sphere by at most R(1 − cos(π/192)) = 1.3e-4 R, a shell whose
  // volume on the lens (area below 5 m²) is below 7e-4 m³; sampling at 128² adds less than 2e-4 of V.
  EXPECT_NEAR(number(result.at("volume_m3")), lens, 1e-3);
  EXPECT_LT(number(result.at("volume_m3")), lens);
  EXPECT_LT(number(result.at("force_on_a_m2").at(0)), 0); // b lies at +x and pushes a away
  EXPECT_EQ(result.at("dropped_columns"), 0);
}

TEST_F(Measure, PixelsAreAsOptionOrSettingSays) {
  const auto pixels = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"measure", unit_box, unit_box, "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return json::parse(run_lamina(words).output).at("resolution");
  };
  EXPECT_EQ(pixels({}), 128);
  EXPECT_EQ(pixels({"--set", "resolution=20"}), 20);
  EXPECT_EQ(pixels({"--preset", "f08"}), 64);
  EXPECT_EQ(pixels({"--resolution", "8", "--set", "resolution=20"}), 8);
}

TEST_F(Measure, AnErrorBarComesWithAVolumeByPixelsWhereItIsAskedFor) {
  const std::string other = folder.write("turned.obj", box_obj({0.5, 0.5, 0.5}, {1.5, 1.5, 1.5}));
  EXPECT_FALSE(measure(unit_box, other, 16).contains("volume_bound_m3"));
  const json result =
      json::parse(run_lamina({"measure", unit_box, other, "--json", "--set", "error_bar=true"}).output);
  EXPECT_NEAR(number(result.at("volume_m3")), 0.125, number(result.at("volume_bound_m3")));
}

// A cube stands 0.1 m deep in the face x = 1, which the rays of its corners meet and go straight back to.
TEST_F(Measure, MethodsWithoutVolumesSayDepths) {
  const std::string other = folder.write("deep.obj", box_obj({0.9, 0.4, 0.4}, {1.1, 0.6, 0.6}));
  const Outcome outcome =
      run_lamina({"measure", unit_box, other, "--json", "--set", "method=raytraced", "--set", "threads=1"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  EXPECT_NEAR(number(result.at("deepest_m")), 0.1, 1e-9);
  EXPECT_LT(number(result.at("force_on_a_m2").at(0)), 0) << "away from the other";
  EXPECT_GT(number(result.at("area_m2")), 0);
  EXPECT_FALSE(result.contains("volume_m3"));
  EXPECT_THAT(run_lamina({"measure", unit_box, other, "--set", "method=proximity"}).output,
              HasSubstr("the deepest"));
}

TEST_F(Measure, NeverRescales) {
  const std::string small = folder.write("s.obj", box_obj({0, 0, 0}, {1e-3, 1e-3, 1e-3}));
  const std::string large = folder.write("l.obj", box_obj({0, 0, 0}, {1e4, 1e4, 1e4}));
  EXPECT_NEAR(number(measure(small, large, 16).at("volume_m3")), 1e-9, 1e-12);
}

TEST_F(Measure, WhatIsNotAVolumeIsRefusedByName) {
  const std::string open = folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const Outcome outcome = run_lamina({"measure", unit_box, open});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.words, HasSubstr("open.obj"));
}

TEST_F(Measure, CheckCountsEdgesAndVolumeOfABox) {
  const Outcome outcome = run_lamina({"check", unit_box, "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  EXPECT_EQ(result.at("vertices"), 8);
  EXPECT_EQ(result.at("triangles"), 12);
  EXPECT_EQ(result.at("pieces"), 1);
  for (const char* edges : {"boundary_edges", "nonmanifold_edges", "misoriented_edges"})
    EXPECT_EQ(result.at(edges), 0) << edges;
  EXPECT_NEAR(number(result.at("volume_m3")), 1, 1e-15);
  EXPECT_EQ(result.at("accepted"), true);
  EXPECT_EQ(result.at("reason"), "");
}

TEST_F(Measure, CheckOfAnOpenMeshSucceedsAndSaysWhy) {
  const std::string open = folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const Outcome outcome = run_lamina({"check", open, "--json"});
  ASSERT_EQ(outcome.exit_code, 0) << outcome.words;
  const json result = json::parse(outcome.output);
  EXPECT_EQ(result.at("accepted"), false);
  EXPECT_EQ(result.at("boundary_edges"), 3);
  EXPECT_NE(result.at("reason"), "");
}

} // namespace
} // namespace lamina::testing
