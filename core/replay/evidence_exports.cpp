#include "core/replay/evidence_exports.h"

#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/replay/export.h"

#include <algorithm>
#include <utility>

namespace lamina {

namespace {

std::vector<EvidenceExport>& registered_exports() {
  static std::vector<EvidenceExport> exports = {
      {evidence_type<ImageEvidence>(), "pixels", write_pixels_csv, write_pixels_ply},
      {evidence_type<PointEvidence>(), "points", write_points_csv, write_points_ply}};
  return exports;
}

} // namespace

const std::vector<EvidenceExport>& evidence_exports() {
  return registered_exports();
}

void add_evidence_export(EvidenceExport added) {
  const auto known = [&](const EvidenceExport& other) { return other.type == added.type; };
  if (std::none_of(registered_exports().begin(), registered_exports().end(), known))
    registered_exports().push_back(std::move(added));
}

} // namespace lamina
