#include "core/base/error.h"
#include "core/scene/json_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace lamina {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string refusal(const std::string& text, const JsonLimits& limits = {}) {
  try {
    parse_json(text, "file.json", 1, limits);
  } catch (const InputError& error) {
    return error.what();
  }
  ADD_FAILURE() << "accepted: " << text.substr(0, 100);
  return "";
}

std::size_t line_of(const JsonValue& root, const std::string& key) {
  const JsonValue* member = JsonReader::find(root, key);
  return member ? member->line : 0;
}

TEST(JsonTree, EveryValueKnowsItsLine) {
  const JsonValue root =
      parse_json("// first\n{\n\"number\": 1\n,\"negative\": -2.5e3\n\n, \"text\": \"a\\nb\",\n"
                 "/* over\ntwo lines */ \"list\": [\n 1,\n 2\n],\n\"truth\": true, \"none\": null,\n"
                 "\"object\":\n{\n\"inner\": 7}}",
                 "file.json");
  EXPECT_EQ(root.line, 2u);
  EXPECT_EQ(line_of(root, "number"), 3u);
  EXPECT_EQ(line_of(root, "negative"), 4u);
  EXPECT_EQ(line_of(root, "text"), 6u);
  EXPECT_EQ(line_of(root, "list"), 8u);
  const auto& items = std::get<JsonValue::Items>(JsonReader::find(root, "list")->value);
  EXPECT_EQ(items[0].line, 9u);
  EXPECT_EQ(items[1].line, 10u);
  EXPECT_EQ(line_of(root, "truth"), 12u);
  EXPECT_EQ(line_of(root, "none"), 12u);
  EXPECT_EQ(line_of(root, "object"), 14u);
  EXPECT_EQ(line_of(*JsonReader::find(root, "object"), "inner"), 15u);
}

TEST(JsonTree, LinesCountFromTheGivenOne) {
  EXPECT_EQ(parse_json("\n1", "file.json", 10).line, 11u);
}

TEST(JsonTree, ValuesKeepTheirKindAndBits) {
  const JsonValue root =
      parse_json(R"([null, false, -3, 0.1, "ä", 9007199254740993, 18446744073709551615])", "f");
  const auto& items = std::get<JsonValue::Items>(root.value);
  EXPECT_TRUE(std::holds_alternative<std::nullptr_t>(items[0].value));
  EXPECT_FALSE(std::get<bool>(items[1].value));
  EXPECT_EQ(std::get<std::int64_t>(items[2].value), -3);
  EXPECT_EQ(std::get<double>(items[3].value), 0.1);
  EXPECT_EQ(std::get<std::string>(items[4].value), "ä");
  EXPECT_EQ(std::get<std::int64_t>(items[5].value), 9007199254740993);
  EXPECT_EQ(std::get<double>(items[6].value), 18446744073709551615.0);
}

TEST(JsonTree, WhatIsNoJsonIsRefusedWithItsLine) {
  EXPECT_THAT(refusal("{\n\"a\": NaN}"),
              AllOf(HasSubstr("file.json:2: not valid JSON"), HasSubstr("invalid literal")));
  EXPECT_THAT(refusal("{\"a\": 1,\n\n}"), HasSubstr("file.json:3: "));
  EXPECT_THAT(refusal("{\"a\": [1, 2"), HasSubstr("file.json:1: "));
  EXPECT_THAT(refusal(""), HasSubstr("not valid JSON"));
  EXPECT_THAT(refusal("{} {}"), HasSubstr("not valid JSON"));
  EXPECT_THAT(refusal("{\n\n\"a\": 1e999}"), AllOf(HasSubstr("file.json:3: "), HasSubstr("1e999")));
  EXPECT_THAT(refusal("{\"a\": \"\xff\"}"), HasSubstr("UTF-8"));
  EXPECT_THAT(refusal("// only a comment"), HasSubstr("not valid JSON"));
}

TEST(JsonTree, ReasonsAreOneLineOfBearableLength) {
  const std::string reason = refusal("{\"a\": \"" + std::string(100'000, 'x') + "\n\"}");
  EXPECT_EQ(reason.find('\n'), std::string::npos);
  EXPECT_LT(reason.size(), 250u);
}

TEST(JsonTree, RepeatedKeysAreRefused) {
  EXPECT_THAT(refusal("{\"a\": 1,\n\"a\": 2}"),
              AllOf(HasSubstr("file.json:2: "), HasSubstr("\"a\" appears twice")));
}

TEST(JsonTree, DeepNestingIsRefused) {
  EXPECT_THAT(refusal(std::string(1'000'000, '[')), HasSubstr("deeper than 32"));
  std::string objects;
  for (int i = 0; i < 1000; ++i)
    objects += "{\"a\":";
  EXPECT_THAT(refusal(objects), HasSubstr("deeper than 32"));
  EXPECT_NO_THROW(parse_json(std::string(32, '[') + std::string(32, ']'), "f"));
}

TEST(JsonTree, LongTextsAndManyValuesAreRefused) {
  EXPECT_THAT(refusal(std::string(1001, ' '), {.bytes = 1000}), HasSubstr("are read"));
  EXPECT_THAT(refusal("[1,2,3,4]", {.values = 4}), HasSubstr("more than 4 values"));
  std::string wide = "{";
  for (int i = 0; i <= 1000; ++i)
    wide += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
  EXPECT_THAT(refusal(wide + "}"), HasSubstr("more than 1000 keys"));
}

TEST(JsonReader, DirectionsAndQuaternionsAreNormalised) {
  const JsonReader reader("f");
  EXPECT_EQ(reader.direction(parse_json("[0, 3, 0]", "f"), "axis"), Vec3(0, 1, 0));
  EXPECT_THROW(reader.direction(parse_json("[0, 0, 0]", "f"), "axis"), InputError);
  EXPECT_EQ(reader.quaternion(parse_json("[2, 0, 0, 0]", "f"), "q").coeffs(), Quat::Identity().coeffs());
  EXPECT_THROW(reader.quaternion(parse_json("[0, 0, 0, 0]", "f"), "q"), InputError);
}

} // namespace
} // namespace lamina
