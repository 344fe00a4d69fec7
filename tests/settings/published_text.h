#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace lamina {

/// Expects that a file of the source tree holds exactly the text that the program generates.
/// With LAMINA_WRITE_PUBLISHED=1 in the environment the file is written instead.
inline void expect_published(const std::string& path_in_source, const std::string& text) {
  const std::string path = std::string(LAMINA_SOURCE_DIR) + "/" + path_in_source;
  if (const char* write = std::getenv("LAMINA_WRITE_PUBLISHED"); write && std::string(write) == "1")
    std::ofstream(path, std::ios::binary) << text;
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file) << path;
  std::stringstream stored;
  stored << file.rdbuf();
  EXPECT_EQ(stored.str(), text) << path << " is out of date: run this test with LAMINA_WRITE_PUBLISHED=1";
}

} // namespace lamina
