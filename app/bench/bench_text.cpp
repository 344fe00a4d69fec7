#include "app/bench/bench_text.h"

#include "core/bench/models.h"
#include "core/bench/targets.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace lamina {

namespace {

using namespace bench;

/// Appends as printf does.
[[gnu::format(printf, 2, 3)]] void add(std::string& text, const char* format, ...) {
  char line[512];
  va_list values;
  va_start(values, format);
  std::vsnprintf(line, sizeof line, format, values);
  va_end(values);
  text += line;
}

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
      "%-9s %d in turns after %d to warm up, each after one untimed; milliseconds, medians (quartiles)\n\n",
      "repeated", report.plan.repetitions, report.plan.warm_up);
}

void add_cases(std::string& text, const std::vector<CaseResult>& cases) {
  add(text, "%-8s %6s  %-8s %-8s %7s %8s %8s %8s %8s  %-17s %9s\n", "pose", "pixels", "sampling", "backend",
      "threads", "upload", "LDI", "volume", "total", "", "V error");
  for (const CaseResult& row : cases) {
    const DetectionCase& w = row.wanted;
    add(text, "%-8s %5d²  %-8s %-8s %7d ", name_of(w.pose), w.resolution, sampling_name(w), w.backend.c_str(),
        w.threads);
    if (!row.refused.empty()) {
      text += "no speed: " + row.refused + "\n";
      continue;
    }
    for (const Spread& spread : row.milliseconds)
      add(text, "%8.3f ", spread.median);
    char quartiles[64];
    std::snprintf(quartiles, sizeof quartiles, "(%.3f–%.3f)", row.milliseconds.back().lower,
                  row.milliseconds.back().upper);
    add(text, " %-19s %9.1e\n", quartiles, row.worst.volume_error);
  }
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
      add(text, "  %s: absent, this lamina-peers was built without it\n", peer.name.c_str());
      continue;
    }
    add(text, "  %s %s\n    yields %s\n    lacks %s\n", peer.name.c_str(), peer.version.c_str(),
        peer.yields.c_str(), peer.lacks.c_str());
    for (const PeerResult& row : report.result.peers) {
      if (row.peer != peer.name)
        continue;
      const std::string pixels = row.resolution > 0 ? std::to_string(row.resolution) + "²" : "";
      add(text, "    %-8s %5s ", name_of(row.pose), pixels.c_str());
      if (!row.refused.empty())
        text += "no speed: " + row.refused + "\n";
      else
        add(text, "%9.3f (%.3f–%.3f), %s %.6g\n", row.milliseconds.median, row.milliseconds.lower,
            row.milliseconds.upper, peer.result.c_str(), row.result.median);
    }
  }
}

void add_ratios(std::string& text, const std::vector<Ratio>& ratios) {
  text += "\nRatios of medians of this run; ours is backend cpu, sampled as in F08, one thread\n";
  for (const Ratio& ratio : ratios) {
    add(text, "  %-22s %-8s %4d² %9.2f", ratio.what.c_str(), name_of(ratio.pose), ratio.resolution,
        ratio.value);
    if (ratio.at_least > 0)
      add(text, "   target ≥ %-4g", ratio.at_least);
    if (ratio.at_most > 0)
      add(text, "   target ≤ %-4g", ratio.at_most);
    if (ratio.has_target())
      add(text, "   %s", ratio.reached() ? "reached" : "MISSED");
    text += "\n";
  }
}

} // namespace

std::string bench_text(const BenchReport& report) {
  std::string text;
  add_machine(text, report);
  add_cases(text, report.result.cases);
  add_gates(text, report.result.cases);
  if (!report.peers.empty())
    add_peers(text, report);
  if (const auto ratios = ratios_of(report.result, bunny_is_scan()); !ratios.empty())
    add_ratios(text, ratios);
  return text;
}

} // namespace lamina
