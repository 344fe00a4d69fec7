#include "app/bench/find_engines.h"

#include "app/bench/program_beside.h"
#include "app/terminal/interrupt.h"

#include <chrono>

namespace lamina {

namespace {

/// A scene takes an engine some seconds to minutes; a busy machine is no reason to give up.
constexpr std::chrono::seconds answer_time{900};
constexpr std::size_t longest_answer = 256u << 20;

std::string absence_of(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::exists(file, error)
             ? ""
             : "there is no " + file.string() + ": it is built from source only, see benchmarks/engines";
}

} // namespace

std::unique_ptr<bench::EngineSource> find_engines() {
  const std::filesystem::path program = program_beside("lamina-engines", "LAMINA_ENGINES");
  const std::filesystem::path worker = program.parent_path() / "engines" / "worker.mjs";
  std::vector<bench::EngineProgram> programs{
      {program.string(), {}, {"bullet", "ode"}, absence_of(program)},
      {"node", {worker.string()}, {"mujoco", "jolt", "rapier"}, absence_of(worker)}};
  return std::make_unique<bench::EnginePrograms>(
      std::move(programs), bench::LineProcess::Limits{answer_time, longest_answer, interrupted});
}

} // namespace lamina
