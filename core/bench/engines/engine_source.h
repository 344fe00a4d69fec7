#pragma once

#include "core/bench/engines/engine_run.h"
#include "core/bench/line_process.h"

#include <string>
#include <vector>

namespace lamina::bench {

/// This program with one of its responses, or another engine.
struct EngineDescription {
  std::string name;     ///< one word
  std::string version;  ///< "" if it is absent
  std::string how;      ///< the library, or what carries it, as "WebAssembly"
  std::string settings; ///< with which it runs
  std::string absence;  ///< why it is absent
};

/// Where engines are reached.
class EngineSource {
public:
  virtual ~EngineSource() = default;
  virtual const std::vector<EngineDescription>& engines() const = 0;
  /// Throws std::runtime_error, saying what went wrong, EngineCannot, and Cancelled.
  virtual EngineRun run(const std::string& engine, const EngineScene& scene) = 0;
};

/// A program that holds engines (benchmarks/engines), and those that it is known to hold when it is there.
struct EngineProgram {
  std::string command;
  std::vector<std::string> arguments;
  std::vector<std::string> engines;
  std::string absence; ///< why it cannot be asked; empty if it can
};

/// Engines in programs of their own. Each scene gets a new process: an engine that breaks down takes nothing
/// with it.
class EnginePrograms : public EngineSource {
public:
  /// Asks each program what it holds. One that is not there, or does not answer as it should, makes its
  /// engines absent. Throws Cancelled.
  EnginePrograms(std::vector<EngineProgram> programs, LineProcess::Limits limits);

  const std::vector<EngineDescription>& engines() const override { return engines_; }
  EngineRun run(const std::string& engine, const EngineScene& scene) override;

private:
  void ask(const EngineProgram& program);

  std::vector<EngineProgram> programs_;
  LineProcess::Limits limits_;
  std::vector<EngineDescription> engines_;
};

} // namespace lamina::bench
