#pragma once

#include "core/contact/evidence.h"
#include "core/simulation/snapshot.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lamina {

/// How evidence of a type is written to files, of snapshots that have its details. Both throw
/// std::runtime_error with path and reason.
struct EvidenceExport {
  EvidenceType type;
  std::string name; ///< of the files: "pixels" is pixels-000120.csv and .ply
  void (*write_csv)(const std::filesystem::path&, const Snapshot&);
  void (*write_ply)(const std::filesystem::path&, const Snapshot&);
};

/// All of them. Those of core's methods are there from the start.
const std::vector<EvidenceExport>& evidence_exports();
/// Adds one, before anything is exported; a type that is known already stays as it is.
void add_evidence_export(EvidenceExport added);

} // namespace lamina
