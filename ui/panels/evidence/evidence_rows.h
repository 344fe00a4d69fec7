#pragma once

#include "core/contact/evidence.h"
#include "ui/panels/panel.h"
#include "ui/render/evidence/evidence_reference.h"

#include <string>
#include <vector>

namespace lamina {

/// What panels and status line show of a type of evidence. What is null, it does without.
struct EvidenceRows {
  EvidenceType type;
  /// The row of the View panel in which contacts are shown and hidden, and rows that follow from its choice.
  void (*contacts)(PanelContext&) = nullptr;
  /// Boxes to tick in the View panel; `first`: none stands before them, and what then holds for the next.
  void (*switches)(PanelContext&, bool& first) = nullptr;
  /// Rows below the settings of detection: what it found.
  void (*found)(PanelContext&) = nullptr;
  /// For the status line; empty if there is nothing to say.
  std::string (*counted)(const StepStatistics&) = nullptr;
  /// What is said of something that the pointer is on.
  std::string (*tip)(const Snapshot&, const EvidenceReference&) = nullptr;
};

/// All of them, in the order in which panels list them. Those of core's methods are there from the start.
const std::vector<EvidenceRows>& evidence_rows();
/// Adds one, before anything is drawn; a type that is known already stays as it is.
void add_evidence_rows(EvidenceRows rows);
/// Those of the evidence that a method leaves.
std::vector<const EvidenceRows*> rows_of_method(const ContactSettings& contact);

/// A row of something found, with a name, a value and a tip; `method` and the name are what tests find it by.
void found_row(PanelContext& context, const char* method, const char* name, const std::string& value,
               const char* tip);

/// Those of core's methods.
EvidenceRows field_rows();
EvidenceRows hash_rows();
EvidenceRows image_rows();
EvidenceRows point_rows();
EvidenceRows ray_rows();
EvidenceRows stochastic_rows();
EvidenceRows tet_rows();
EvidenceRows tree_rows();

} // namespace lamina
