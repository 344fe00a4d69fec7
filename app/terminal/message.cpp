#include "app/terminal/message.h"

#include "app/terminal/progress_line.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iostream>

namespace lamina {

void print_error(const std::string& text) {
  wipe_progress_line();
  std::string line = text;
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  std::cerr << line << '\n';
}

void print_json(const nlohmann::ordered_json& json) {
  wipe_progress_line();
  std::cout << json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) << '\n';
}

} // namespace lamina
