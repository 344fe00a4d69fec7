#pragma once

#include "core/contact/contact.h"
#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/contact/raytraced/ray_evidence.h"

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
      EXPECT_EQ(x.depth[lane], y.depth[lane]) << g;
      EXPECT_TRUE(x.cell[0][lane] == y.cell[0][lane] && x.cell[1][lane] == y.cell[1][lane]) << g;
    }
}

/// Compares everything bit by bit; how many crossings were looked at on the way is each backend's own affair.
inline void expect_same(const PairContacts& p, const PairContacts& q) {
  EXPECT_EQ(p.body, q.body);
  EXPECT_EQ(images_of(p).volume, images_of(q).volume);
  EXPECT_EQ(images_of(p).volume_xyz, images_of(q).volume_xyz);
  EXPECT_EQ(p.area, q.area);
  EXPECT_EQ(p.region.axes, q.region.axes);
  EXPECT_EQ(p.region.minimum, q.region.minimum);
  EXPECT_EQ(images_of(p).columns, images_of(q).columns);
  EXPECT_EQ(images_of(p).intervals, images_of(q).intervals);
  EXPECT_EQ(images_of(p).dropped.size(), images_of(q).dropped.size());
  ASSERT_EQ(p.contacts.size(), q.contacts.size());
  for (std::size_t i = 0; i < p.contacts.size(); ++i) {
    EXPECT_EQ(p.contacts[i].kind, q.contacts[i].kind);
    EXPECT_EQ(p.contacts[i].measure, q.contacts[i].measure);
    EXPECT_EQ(p.contacts[i].weight, q.contacts[i].weight);
    EXPECT_EQ(p.contacts[i].area, q.contacts[i].area);
    EXPECT_EQ(p.contacts[i].length, q.contacts[i].length);
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
  ASSERT_EQ(images_of(p).pixels.size(), images_of(q).pixels.size());
  for (std::size_t i = 0; i < images_of(p).pixels.size(); ++i) {
    EXPECT_EQ(images_of(p).pixels[i].lower, images_of(q).pixels[i].lower);
    EXPECT_EQ(images_of(p).pixels[i].length, images_of(q).pixels[i].length);
    EXPECT_EQ(images_of(p).pixels[i].normal, images_of(q).pixels[i].normal);
    EXPECT_EQ(images_of(p).pixels[i].triangle, images_of(q).pixels[i].triangle);
    EXPECT_EQ(images_of(p).pixels[i].barycentric, images_of(q).pixels[i].barycentric);
    EXPECT_EQ(images_of(p).pixels[i].weight, images_of(q).pixels[i].weight);
    EXPECT_EQ(images_of(p).pixels[i].cell, images_of(q).pixels[i].cell);
    EXPECT_EQ(images_of(p).pixels[i].area, images_of(q).pixels[i].area);
    EXPECT_EQ(images_of(p).pixels[i].body, images_of(q).pixels[i].body);
    EXPECT_EQ(images_of(p).pixels[i].axis, images_of(q).pixels[i].axis);
    EXPECT_EQ(images_of(p).pixels[i].pixel, images_of(q).pixels[i].pixel);
    EXPECT_EQ(images_of(p).pixels[i].multiplicity, images_of(q).pixels[i].multiplicity);
  }
  expect_same(p.friction, q.friction);
  ASSERT_EQ(points_of(p).points.size(), points_of(q).points.size());
  for (std::size_t i = 0; i < points_of(p).points.size(); ++i) {
    EXPECT_EQ(points_of(p).points[i].position, points_of(q).points[i].position);
    EXPECT_EQ(points_of(p).points[i].normal, points_of(q).points[i].normal);
    EXPECT_EQ(points_of(p).points[i].area, points_of(q).points[i].area);
    EXPECT_EQ(points_of(p).points[i].triangle, points_of(q).points[i].triangle);
    EXPECT_EQ(points_of(p).points[i].barycentric, points_of(q).points[i].barycentric);
    EXPECT_EQ(points_of(p).points[i].body, points_of(q).points[i].body);
    EXPECT_EQ(points_of(p).points[i].contact, points_of(q).points[i].contact);
  }
  EXPECT_EQ(rays_of(p).fates, rays_of(q).fates);
  EXPECT_EQ(rays_of(p).enclosed, rays_of(q).enclosed);
  ASSERT_EQ(rays_of(p).cast.size(), rays_of(q).cast.size());
  for (std::size_t i = 0; i < rays_of(p).cast.size(); ++i) {
    EXPECT_EQ(rays_of(p).cast[i].from, rays_of(q).cast[i].from);
    EXPECT_EQ(rays_of(p).cast[i].to, rays_of(q).cast[i].to);
    EXPECT_EQ(rays_of(p).cast[i].vertex, rays_of(q).cast[i].vertex);
    EXPECT_EQ(rays_of(p).cast[i].body, rays_of(q).cast[i].body);
    EXPECT_EQ(rays_of(p).cast[i].fate, rays_of(q).cast[i].fate);
  }
}

} // namespace lamina::test
