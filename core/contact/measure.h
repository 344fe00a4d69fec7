#pragma once

#include "core/contact/adaptive/bounded_volume.h"
#include "core/contact/contact.h"
#include "core/mesh/prepare.h"
#include "core/settings/settings.h"

namespace lamina {

/// The contact of two meshes where they stand.
struct Measurement {
  PairContacts contacts; ///< one for the whole pair, if they overlap, of methods that measure volumes
  Vec3 force_on_a = Vec3::Zero(); ///< −∂V/∂x summed over a's vertices: it pushes a out, m² (Contact::spread)
  Vec3 torque_on_a = Vec3::Zero(); ///< of that force about the world's origin, m³
  double deepest = 0;              ///< greatest Contact::depth, m
  double area = 0;                 ///< that all contacts stand for, m²
};

/// Measures two meshes with the method and the detection settings given, on up to `threads` threads (0: all
/// processors), as one contact for the whole pair. Throws InputError for a method that
/// there is not, or that needs more than surfaces.
Measurement measure_intersection(const PreparedMesh& a, const PreparedMesh& b,
                                 const ContactSettings& settings, int threads);

/// The same volume to a tolerance, by tiles that are refined where they may be wrong, with the bound of the
/// error.
adaptive::BoundedVolume measure_volume(const PreparedMesh& a, const PreparedMesh& b,
                                       const adaptive::VolumeTolerance& tolerance,
                                       const Progress& progress = {});

} // namespace lamina
