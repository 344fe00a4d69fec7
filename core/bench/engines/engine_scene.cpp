#include "core/bench/engines/engine_scene.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace lamina::bench {

namespace {

using Json = nlohmann::ordered_json;

Json triple(const Vec3& v) {
  return {v.x(), v.y(), v.z()};
}

const char* word_of(EngineShape shape) {
  switch (shape) {
  case EngineShape::box:
    return "box";
  case EngineShape::sphere:
    return "sphere";
  case EngineShape::cylinder:
    return "cylinder";
  case EngineShape::hull:
    return "hull";
  case EngineShape::mesh:
    return "mesh";
  }
  return "";
}

/// `faces`: loops of vertices.
template <class Faces>
void add_faces(Json& json, const std::vector<Vec3>& vertices, const Faces& faces) {
  json["vertices"] = Json::array();
  for (const Vec3& vertex : vertices)
    json["vertices"].push_back(triple(vertex));
  json["faces"] = faces;
}

Json body_json(const EngineBody& body) {
  const Quat& q = body.pose.orientation;
  Json json{{"name", body.name},
            {"shape", word_of(body.shape)},
            {"mass", body.mass},
            {"inertia", triple(body.inertia)},
            {"position", triple(body.pose.position)},
            {"orientation", {q.w(), q.x(), q.y(), q.z()}},
            {"velocity", triple(body.velocity)},
            {"spin", triple(body.spin)}};
  if (body.fixed)
    json["fixed"] = true;
  if (body.shape == EngineShape::box)
    json["size"] = triple(body.size);
  if (body.radius > 0)
    json["radius"] = body.radius;
  if (body.height > 0)
    json["height"] = body.height;
  if (body.shape == EngineShape::hull)
    add_faces(json, body.parts.front().vertices, body.parts.front().faces);
  if (body.shape == EngineShape::mesh) {
    const TriangleMesh mesh = make_mesh(body.recipe);
    add_faces(json, mesh.vertices, mesh.triangles);
  }
  return json;
}

} // namespace

const char* name_of(EngineQuestion question) {
  switch (question) {
  case EngineQuestion::stands:
    return "stands";
  case EngineQuestion::rests:
    return "rests";
  case EngineQuestion::resting:
    return "resting";
  case EngineQuestion::acceleration:
    return "acceleration";
  case EngineQuestion::distance:
    return "distance";
  case EngineQuestion::bounce:
    return "bounce";
  case EngineQuestion::speed:
    return "speed";
  case EngineQuestion::upright:
    return "upright";
  case EngineQuestion::falls:
    return "falls";
  }
  return "";
}

int EngineScene::steps() const {
  return static_cast<int>(std::lround(seconds / time_step));
}

nlohmann::ordered_json engine_scene_json(const EngineScene& scene) {
  Json bodies = Json::array();
  for (const EngineBody& body : scene.bodies)
    bodies.push_back(body_json(body));
  return {{"name", scene.name},           {"gravity", triple(scene.gravity)},
          {"friction", scene.friction},   {"restitution", scene.restitution},
          {"time_step", scene.time_step}, {"steps", scene.steps()},
          {"every", scene.every},         {"bodies", bodies}};
}

} // namespace lamina::bench
