#include "ui/panels/evidence/evidence_rows.h"

#include "core/contact/method.h"

#include <algorithm>

namespace lamina {
namespace {

std::vector<EvidenceRows>& registered_rows() {
  static std::vector<EvidenceRows> rows = {image_rows(), ray_rows(),  point_rows(),
                                           tet_rows(),   hash_rows(), tree_rows()};
  return rows;
}

} // namespace

const std::vector<EvidenceRows>& evidence_rows() {
  return registered_rows();
}

void add_evidence_rows(EvidenceRows rows) {
  const auto known = [&](const EvidenceRows& other) { return other.type == rows.type; };
  if (std::none_of(registered_rows().begin(), registered_rows().end(), known))
    registered_rows().push_back(rows);
}

std::vector<const EvidenceRows*> rows_of_method(const std::string& method) {
  std::vector<const EvidenceRows*> own;
  for (const EvidenceRows& rows : registered_rows())
    if (leaves_evidence(method, rows.type))
      own.push_back(&rows);
  return own;
}

} // namespace lamina
