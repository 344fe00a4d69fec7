#include "app/bench/bench_text.h"

#include "core/bench/models.h"
#include "core/bench/print_text.h"
#include "core/bench/targets.h"

#include <cstdio>
#include <span>

namespace lamina {

namespace {

using namespace bench;

void add_machine(std::string& text, const BenchReport& report) {
  for (const auto& [name, value] : report.machine)
    add(text, "%-9s %s\n", name.c_str(), value.c_str());
  const TriangleMesh& mesh = bunny();
  add(text, "%-9s %s of %zu triangles against a cube of 12, every vertex moved before each repetition\n",
      "pair", mesh.name.c_str(), mesh.triangles.size());
  if (!bunny_is_scan())
    add(text,
        "%-9s the bunny scan is not at hand (%s): this is a stand-in of its size, to which the targets "
        "do not apply\n",
        "note", bunny_file().string().c_str());
  add(text,
      "%-9s %d in turns after %d to warm up, each after some milliseconds untimed; the large pair %d after "
      "1\n",
      "repeated", report.plan.repetitions, report.plan.warm_up, report.plan.large_repetitions);
  add(text, "%-9s milliseconds, medians (quartiles)\n\n", "times");
}

/// Of every phase, and the quartiles of the last one, which is the total.
void add_medians(std::string& text, std::span<const Spread> milliseconds) {
  for (const Spread& spread : milliseconds)
    add(text, "%8.3f ", spread.median);
  char quartiles[64];
  std::snprintf(quartiles, sizeof quartiles, "(%.3f–%.3f)", milliseconds.back().lower,
                milliseconds.back().upper);
  add(text, " %-19s", quartiles);
}

void add_cases(std::string& text, const std::vector<CaseResult>& cases) {
  add(text, "%-8s %9s %6s  %-8s %-8s %7s %8s %8s %8s %8s %8s  %-17s %9s\n", "pose", "triangles", "pixels",
      "sampling", "backend", "threads", "broad", "upload", "LDI", "volume", "total", "", "V error");
  for (const CaseResult& row : cases) {
    const DetectionCase& w = row.wanted;
    add(text, "%-8s %9zu %5d²  %-8s %-8s %7d ", name_of(w.pose), row.triangles, w.resolution,
        sampling_name(w), w.backend.c_str(), w.threads);
    if (!row.absent.empty()) {
      text += "not measured: " + row.absent + "\n";
      continue;
    }
    if (!row.refused.empty()) {
      text += "no speed: " + row.refused + "\n";
      continue;
    }
    add_medians(text, row.milliseconds);
    add(text, " %9.1e\n", row.worst.volume_error);
  }
}

void add_methods(std::string& text, const std::vector<MethodResult>& methods) {
  if (methods.empty())
    return;
  add(text, "\nOther methods, default settings\n%-8s %9s  %-10s %7s %8s %8s %8s  %-17s %9s %9s\n", "bodies",
      "triangles", "method", "threads", method_phases[0], method_phases[1], method_phases[2], "", "contacts",
      "rays");
  for (const MethodResult& row : methods) {
    add(text, "%-8s %9zu  %-10s %7d ", name_of(row.wanted.scene), row.triangles, row.wanted.method.c_str(),
        row.wanted.threads);
    if (!row.refused.empty()) {
      text += "no speed: " + row.refused + "\n";
      continue;
    }
    add_medians(text, row.milliseconds);
    add(text, " %9llu %9llu\n", static_cast<unsigned long long>(row.contacts),
        static_cast<unsigned long long>(row.rays));
  }
  text += "Their gate: another kind of tree, made anew, leads to the same contacts bit for bit.\n";
}

void add_gates(std::string& text, const std::vector<CaseResult>& cases) {
  Findings worst;
  for (const CaseResult& row : cases)
    take_worse(worst, row.worst);
  add(text,
      "\nGates, the worst of all repetitions: forces sum to zero within %.1e of the force, %llu columns "
      "dropped, "
      "lateral\nforce of boxes that share side planes %.1e of the force. Volumes are compared with the mesh "
      "cut by "
      "the cube's planes.\n",
      worst.imbalance, static_cast<unsigned long long>(worst.dropped), worst.lateral_force);
}

void add_peers(std::string& text, const BenchReport& report) {
  text += "\nPeers, one thread\n";
  for (const PeerDescription& peer : report.peers) {
    if (peer.version.empty()) {
      add(text, "  %s: absent, %s\n", peer.name.c_str(), peer.absence.c_str());
      continue;
    }
    add(text, "  %s %s\n    yields %s\n    lacks %s\n", peer.name.c_str(), peer.version.c_str(),
        peer.yields.c_str(), peer.lacks.c_str());
    for (const PeerResult& row : report.result.peers) {
      if (row.peer != peer.name)
        continue;
      const std::string pixels = row.resolution > 0 ? std::to_string(row.resolution) + "²" : "";
      add(text, "    %-8s %5s %-6s", row.bodies(), pixels.c_str(), row.subdivisions > 0 ? "large" : "");
      if (!row.refused.empty())
        text += "no speed: " + row.refused + "\n";
      else {
        const Spread times = row.times.spread();
        add(text, "%9.3f (%.3f–%.3f), %s %.6g\n", times.median, times.lower, times.upper, peer.result.c_str(),
            row.result.median);
      }
    }
  }
}

void add_memory(std::string& text, const std::vector<MemoryUse>& memory) {
  text += "\nMemory above vertices and triangles, as in F08 at 128²: heap before blocks and method were made "
          "against after\ndetections; in brackets with what is needed in passing (resident set)\n";
  for (const MemoryUse& use : memory) {
    add(text, "  %-8s %9zu triangles ", name_of(use.wanted.pose), use.triangles);
    if (use.kept)
      add(text, "%8.1f MB", 1e-6 * static_cast<double>(*use.kept));
    else
      text += "not told by this allocator";
    if (use.peak)
      add(text, " (%.1f MB)", 1e-6 * static_cast<double>(*use.peak));
    add(text, " of %.1f MB allowed", 1e-6 * static_cast<double>(memory_bound(use.triangles)));
    if (use.meshlets)
      add(text, "; meshlets %.1f MB", 1e-6 * static_cast<double>(*use.meshlets));
    text += "\n";
  }
}

void add_ratios(std::string& text, const std::vector<Ratio>& ratios) {
  text += "\nRatios turn by turn, medians (quartiles); ours is backend cpu, sampled as in F08, one thread. "
          "\"large\" is the pair\nwith the bunny subdivided three times.\n";
  int with_target = 0, reached = 0;
  for (const Ratio& ratio : ratios) {
    const std::string pixels = ratio.resolution > 0 ? std::to_string(ratio.resolution) + "²" : " ";
    add(text, "  %-32s %-8s %-6s%*s %9.2f", ratio.what.c_str(), ratio.bodies().c_str(),
        ratio.subdivisions > 0 ? "large" : "", ratio.resolution > 0 ? 6 : 5, pixels.c_str(),
        ratio.value.median);
    char quartiles[48] = "";
    if (ratio.value.count > 1)
      std::snprintf(quartiles, sizeof quartiles, "(%.2f–%.2f)", ratio.value.lower, ratio.value.upper);
    // The dash has three bytes.
    add(text, " %-*s", quartiles[0] ? 19 : 17, quartiles);
    if (ratio.at_least > 0)
      add(text, "   target ≥ %-4g", ratio.at_least);
    if (ratio.at_most > 0)
      add(text, "   target ≤ %-4g", ratio.at_most);
    if (ratio.has_target())
      add(text, "   %s", ratio.reached() ? "reached" : "MISSED");
    if (ratio.stretch_reached())
      add(text, ", and %g", ratio.stretch);
    text += "\n";
    with_target += ratio.has_target();
    reached += ratio.has_target() && ratio.reached();
  }
  if (with_target == 0)
    return;
  add(text, "\n%d of %d targets reached, %d missed", reached, number_of_targets(), with_target - reached);
  if (with_target < number_of_targets())
    add(text, ", %d not measured in this run", number_of_targets() - with_target);
  text += ". Those for graphics cards are not measured.\n";
}

} // namespace

std::string bench_text(const BenchReport& report) {
  std::string text;
  add_machine(text, report);
  add_cases(text, report.result.cases);
  add_gates(text, report.result.cases);
  add_methods(text, report.result.methods);
  if (!report.peers.empty())
    add_peers(text, report);
  add_memory(text, report.result.memory);
  if (const auto ratios = ratios_of(report.result, bunny_is_scan()); !ratios.empty())
    add_ratios(text, ratios);
  return text;
}

} // namespace lamina
