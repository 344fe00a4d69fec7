#include "ui/panels/evidence/evidence_rows.h"

#include "core/contact/method.h"
#include "ui/panels/style.h"
#include "ui/panels/view_controls.h"

#include <algorithm>

namespace lamina {
namespace {

std::vector<EvidenceRows>& registered_rows() {
  static std::vector<EvidenceRows> rows = {image_rows(), ray_rows(),   point_rows(),      tet_rows(),
                                           hash_rows(),  field_rows(), stochastic_rows(), tree_rows()};
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

void found_row(PanelContext& context, const char* method, const char* name, const std::string& value,
               const char* tip) {
  ImGui::BeginGroup();
  ImGui::TextUnformatted(name);
  after_label();
  ImGui::TextUnformatted(value.c_str());
  ImGui::EndGroup();
  context.rects.record(std::string(method) + " " + name);
  view_tooltip(tip);
}

std::vector<const EvidenceRows*> rows_of_method(const ContactSettings& contact) {
  std::vector<const EvidenceRows*> own;
  for (const EvidenceRows& rows : registered_rows())
    if (leaves_evidence(contact, rows.type))
      own.push_back(&rows);
  return own;
}

} // namespace lamina
