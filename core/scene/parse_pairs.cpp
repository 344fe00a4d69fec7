#include "core/scene/scene_keys.h"
#include "core/scene/scene_parser.h"

#include <algorithm>
#include <set>

namespace lamina {

std::vector<PairRule> read_pairs(const JsonReader& reader, const JsonValue& value,
                                 const std::vector<SceneBody>& bodies) {
  static const std::vector<std::string> keys = key_names(pair_keys());
  std::vector<std::string> names;
  for (const SceneBody& body : bodies)
    names.push_back(body.name);

  std::vector<PairRule> rules;
  std::set<std::array<std::string, 2>> seen;
  for (const JsonValue& entry : reader.list(value, "\"pairs\"")) {
    reader.expect_object(entry, "a pair", keys);
    PairRule rule;
    rule.line = entry.line;
    const JsonValue& pair = reader.require(entry, "bodies", "a pair");
    const auto& members = reader.list(pair, "\"bodies\" of a pair");
    if (members.size() != 2)
      reader.refuse(pair, "\"bodies\" of a pair must be two names");
    for (std::size_t i = 0; i < 2; ++i)
      rule.bodies[i] = names[reader.choice(members[i], "a body of a pair", names)];
    const std::string what = "the pair of \"" + rule.bodies[0] + "\" and \"" + rule.bodies[1] + "\"";
    std::array<std::string, 2> sorted = rule.bodies;
    std::sort(sorted.begin(), sorted.end());
    if (!seen.insert(sorted).second)
      reader.refuse(entry, what + " is stated twice");

    if (const JsonValue* factor = JsonReader::find(entry, "contact_stiffness"))
      rule.contact_stiffness =
          reader.number(*factor, "\"contact_stiffness\" of " + what, stiffness_factor_range);
    if (const JsonValue* friction = JsonReader::find(entry, "friction_coefficient"))
      rule.friction_coefficient =
          reader.number(*friction, "\"friction_coefficient\" of " + what, coefficient_range);
    if (const JsonValue* restitution = JsonReader::find(entry, "restitution"))
      rule.restitution = reader.number(*restitution, "\"restitution\" of " + what, unit_interval);
    if (const JsonValue* collide = JsonReader::find(entry, "collide"))
      rule.collide = reader.boolean(*collide, "\"collide\" of " + what);
    rules.push_back(std::move(rule));
  }
  return rules;
}

} // namespace lamina
