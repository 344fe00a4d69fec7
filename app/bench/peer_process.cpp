#include "app/bench/peer_process.h"

#include "app/bench/program_beside.h"
#include "app/terminal/interrupt.h"
#include "core/base/error.h"
#include "core/bench/models.h"

#include <chrono>
#include <sstream>

namespace lamina {

namespace {

/// Corefinement of large meshes takes a tenth of a second; a busy machine is no reason to give up.
constexpr std::chrono::seconds patience{120};
constexpr std::size_t longest_line = 1 << 16;

std::filesystem::path find_peers_program() {
  const std::filesystem::path program = program_beside("lamina-peers", "LAMINA_PEERS");
  std::error_code error;
  if (!std::filesystem::exists(program, error))
    throw InputError("there is no " + program.string() +
                     ": it is built from source only, with the packages of section [peers] in "
                     "packaging/debian-packages, or named in the environment variable LAMINA_PEERS");
  return program;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, '\t');)
    fields.push_back(field);
  return fields;
}

} // namespace

PeerProcess::PeerProcess()
    : process_(find_peers_program(), {}, {patience, longest_line, interrupted, "lamina-peers"}) {
  read_descriptions();
}

bench::PeerBodies bodies_named(const std::string& word) {
  return word == "large"  ? bench::PeerBodies::large_pair
         : word == "tori" ? bench::PeerBodies::tori
                          : bench::PeerBodies::pair;
}

void PeerProcess::read_descriptions() {
  process_.send("peers");
  for (std::string line = process_.receive(); line != "end"; line = process_.receive()) {
    const std::vector<std::string> fields = fields_of(line);
    if (fields.size() == 3 && fields[0] == "mesh") {
      const TriangleMesh& own = bench::bunny();
      if (fields[1] != own.name || fields[2] != std::to_string(own.triangles.size()))
        throw std::runtime_error("lamina-peers reads another mesh (" + fields[1] + ") than this program (" +
                                 own.name + ")");
    } else if (fields.size() == 9 && fields[0] == "peer") {
      peers_.push_back({fields[1], fields[2], fields[3] == "sampled", bodies_named(fields[4]), fields[5],
                        fields[6], fields[7], fields[8]});
    } else {
      throw std::runtime_error("lamina-peers says something that this program does not understand: \"" +
                               line.substr(0, 80) + "\"");
    }
  }
}

bench::PeerSample PeerProcess::measure(const std::string& peer, const bench::PeerTask& task) {
  process_.send(peer + " " + task.bodies() + " " + std::to_string(task.subdivisions) + " " +
                std::to_string(task.resolution) + " " + std::to_string(task.repetition));
  const std::string line = process_.receive();
  std::istringstream stream(line);
  bench::PeerSample sample;
  if (stream >> sample.milliseconds >> sample.result && sample.milliseconds > 0)
    return sample;
  throw std::runtime_error(line.substr(0, 200));
}

} // namespace lamina
