#pragma once

#include "core/contact/contact.h"

#include <gtest/gtest.h>

namespace lamina::test {

/// What has no area may be anything.
inline void expect_same(const FrictionSamples& p, const FrictionSamples& q) {
  EXPECT_EQ(p.origin(), q.origin());
  ASSERT_EQ(p.groups().size(), q.groups().size());
  for (std::size_t g = 0; g < p.groups().size(); ++g)
    for (std::size_t lane = 0; lane < FrictionSamples::lanes; ++lane) {
      const FrictionSamples::Group &x = p.groups()[g], &y = q.groups()[g];
      ASSERT_EQ(x.area[lane], y.area[lane]) << g;
      if (x.area[lane] == 0)
        continue;
      EXPECT_TRUE(x.nx[lane] == y.nx[lane] && x.ny[lane] == y.ny[lane] && x.nz[lane] == y.nz[lane]) << g;
      EXPECT_TRUE(x.mx[lane] == y.mx[lane] && x.my[lane] == y.my[lane] && x.mz[lane] == y.mz[lane]) << g;
      EXPECT_TRUE(x.cell[0][lane] == y.cell[0][lane] && x.cell[1][lane] == y.cell[1][lane]) << g;
    }
}

/// Compares everything bit by bit; how many crossings were looked at on the way is each backend's own affair.
inline void expect_same(const PairContacts& p, const PairContacts& q) {
  EXPECT_EQ(p.body, q.body);
  EXPECT_EQ(p.volume, q.volume);
  EXPECT_EQ(p.volume_xyz, q.volume_xyz);
  EXPECT_EQ(p.area, q.area);
  EXPECT_EQ(p.region.axes, q.region.axes);
  EXPECT_EQ(p.region.minimum, q.region.minimum);
  EXPECT_EQ(p.columns, q.columns);
  EXPECT_EQ(p.intervals, q.intervals);
  EXPECT_EQ(p.dropped.size(), q.dropped.size());
  ASSERT_EQ(p.contacts.size(), q.contacts.size());
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    EXPECT_EQ(p.contacts[i].kind, q.contacts[i].kind);
    EXPECT_EQ(p.contacts[i].measure, q.contacts[i].measure);
    EXPECT_EQ(p.contacts[i].weight, q.contacts[i].weight);
    EXPECT_EQ(p.contacts[i].area, q.contacts[i].area);
    EXPECT_EQ(p.contacts[i].cell, q.contacts[i].cell);
    EXPECT_EQ(p.contacts[i].depth_limit, q.contacts[i].depth_limit);
    for (std::size_t body = 0; body < 2; ++body) {
      EXPECT_EQ(p.contacts[i].gradient[body].begin, q.contacts[i].gradient[body].begin);
      EXPECT_EQ(p.contacts[i].gradient[body].end, q.contacts[i].gradient[body].end);
    }
  }
  ASSERT_EQ(p.rigid.size(), q.rigid.size());
  for (std::size_t i = 0; i < p.rigid.size(); ++i) {
    EXPECT_EQ(p.rigid[i].linear, q.rigid[i].linear);
    EXPECT_EQ(p.rigid[i].angular, q.rigid[i].angular);
  }
  ASSERT_EQ(p.gradient.size(), q.gradient.size());
  for (std::size_t i = 0; i < p.gradient.size(); ++i) {
    EXPECT_EQ(p.gradient[i].vertex, q.gradient[i].vertex);
    EXPECT_EQ(p.gradient[i].value, q.gradient[i].value);
  }
  ASSERT_EQ(p.pixels.size(), q.pixels.size());
  for (std::size_t i = 0; i < p.pixels.size(); ++i) {
    EXPECT_EQ(p.pixels[i].lower, q.pixels[i].lower);
    EXPECT_EQ(p.pixels[i].length, q.pixels[i].length);
    EXPECT_EQ(p.pixels[i].normal, q.pixels[i].normal);
    EXPECT_EQ(p.pixels[i].triangle, q.pixels[i].triangle);
    EXPECT_EQ(p.pixels[i].barycentric, q.pixels[i].barycentric);
    EXPECT_EQ(p.pixels[i].weight, q.pixels[i].weight);
    EXPECT_EQ(p.pixels[i].cell, q.pixels[i].cell);
    EXPECT_EQ(p.pixels[i].area, q.pixels[i].area);
    EXPECT_EQ(p.pixels[i].body, q.pixels[i].body);
    EXPECT_EQ(p.pixels[i].axis, q.pixels[i].axis);
    EXPECT_EQ(p.pixels[i].pixel, q.pixels[i].pixel);
    EXPECT_EQ(p.pixels[i].multiplicity, q.pixels[i].multiplicity);
  }
  expect_same(p.friction, q.friction);
  ASSERT_EQ(p.points.size(), q.points.size());
  for (std::size_t i = 0; i < p.points.size(); ++i) {
    EXPECT_EQ(p.points[i].position, q.points[i].position);
    EXPECT_EQ(p.points[i].normal, q.points[i].normal);
    EXPECT_EQ(p.points[i].area, q.points[i].area);
    EXPECT_EQ(p.points[i].triangle, q.points[i].triangle);
    EXPECT_EQ(p.points[i].barycentric, q.points[i].barycentric);
    EXPECT_EQ(p.points[i].body, q.points[i].body);
    EXPECT_EQ(p.points[i].contact, q.points[i].contact);
  }
  EXPECT_EQ(p.fates, q.fates);
  EXPECT_EQ(p.enclosed, q.enclosed);
  ASSERT_EQ(p.cast.size(), q.cast.size());
  for (std::size_t i = 0; i < p.cast.size(); ++i) {
    EXPECT_EQ(p.cast[i].from, q.cast[i].from);
    EXPECT_EQ(p.cast[i].to, q.cast[i].to);
    EXPECT_EQ(p.cast[i].vertex, q.cast[i].vertex);
    EXPECT_EQ(p.cast[i].body, q.cast[i].body);
    EXPECT_EQ(p.cast[i].fate, q.cast[i].fate);
  }
}

} // namespace lamina::test
