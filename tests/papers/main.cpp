#include "tests/papers/experiments.h"

#include <cstdio>
#include <exception>
#include <string>

/// Runs experiments of the papers: lamina_papers FOLDER [ID…], all without an id; "list" prints the ids.
int main(int count, char** arguments) {
  using namespace lamina::papers;
  if (count < 2) {
    std::fprintf(stderr, "usage: lamina_papers FOLDER [ID...]   or   lamina_papers list\n");
    return 2;
  }
  if (std::string(arguments[1]) == "list") {
    for (const Experiment& experiment : experiments())
      std::printf("%-12s %s\n", experiment.id.c_str(), experiment.sentence.c_str());
    return 0;
  }
  try {
    for (int i = 2; i < count; ++i) {
      bool known = false;
      for (const Experiment& experiment : experiments())
        known = known || experiment.id == arguments[i];
      if (!known) {
        std::fprintf(stderr, "lamina_papers: no experiment \"%s\"; see lamina_papers list\n", arguments[i]);
        return 2;
      }
    }
    for (const Experiment& experiment : experiments()) {
      bool wanted = count == 2;
      for (int i = 2; i < count; ++i)
        wanted = wanted || experiment.id == arguments[i];
      if (!wanted)
        continue;
      for (const Table& table : experiment.run())
        std::printf("%s\n", write_csv(table, arguments[1]).c_str());
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "lamina_papers: %s\n", error.what());
    return 1;
  }
  return 0;
}
