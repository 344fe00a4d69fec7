#include "ui/window/mesh_dialog/mesh_check.h"

#include "core/base/error.h"
#include "core/bvh/box_tree.h"
#include "core/io/load.h"
#include "core/mesh/defects.h"
#include "core/mesh/prepare.h"
#include "core/mesh/rig.h"
#include "core/scene/mesh_store.h"
#include "ui/render/pictures/offscreen.h"
#include "ui/window/mesh_dialog/check_division.h"

#include <QPainter>

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace lamina {
namespace {

constexpr std::size_t most_marks = 20000; // of a kind and a mesh; more cannot be told apart
constexpr std::array<float, 3> body_colour{0.66f, 0.69f, 0.73f};

void add_marks(std::span<const std::array<std::uint32_t, 2>> edges, const TriangleMesh& mesh, DefectKind kind,
               std::vector<MarkedEdge>& marks) {
  const std::size_t stride = edges.size() / most_marks + 1;
  for (std::size_t i = 0; i < edges.size(); i += stride)
    marks.push_back({mesh.vertices[edges[i][0]], mesh.vertices[edges[i][1]], kind});
}

void add_body(TriangleMesh mesh, bool closed, const std::array<float, 3>& colour, MeshCheck& check,
              std::vector<BodyInfo>& infos) {
  auto prepared = std::make_shared<PreparedMesh>();
  prepared->shown_triangles = mesh.triangles.size();
  prepared->mesh = std::move(mesh);
  // What is open is looked at from both sides.
  prepared->sidedness = closed ? Sidedness::closed : Sidedness::one_sided;
  BodyInfo info;
  info.kind = BodyKind::rigid;
  info.mass = 1;
  info.mesh = std::move(prepared);
  info.colour = colour;
  info.rest_bounds = bounds(info.mesh->mesh);
  infos.push_back(std::move(info));
  BodyState state;
  state.id = static_cast<std::uint32_t>(check.shown.bodies.size());
  check.shown.bodies.push_back(state);
}

void mark_defects(const MeshDefects& defects, MeshCheck& check) {
  check.inverted_pieces += defects.inverted_pieces;
  add_marks(defects.boundary, defects.mesh, DefectKind::boundary, check.edges);
  add_marks(defects.nonmanifold, defects.mesh, DefectKind::nonmanifold, check.edges);
  add_marks(defects.misoriented, defects.mesh, DefectKind::misoriented, check.edges);
}

// As it is stored, with what faces inwards in red.
void show_stored(MeshDefects defects, bool closed, MeshCheck& check, std::vector<BodyInfo>& infos) {
  if (!defects.inverted.empty()) {
    TriangleMesh inverted, rest;
    inverted.vertices = rest.vertices = defects.mesh.vertices;
    std::vector<bool> turned(defects.mesh.triangles.size(), false);
    for (const std::uint32_t t : defects.inverted)
      turned[t] = true;
    for (std::size_t t = 0; t < turned.size(); ++t)
      (turned[t] ? inverted : rest).triangles.push_back(defects.mesh.triangles[t]);
    add_body(std::move(inverted), false, defect_colour(DefectKind::misoriented, false), check, infos);
    defects.mesh = std::move(rest);
  }
  if (!defects.mesh.triangles.empty())
    add_body(std::move(defects.mesh), closed, body_colour, check, infos);
}

TriangleMesh scaled(TriangleMesh mesh, double factor) {
  for (Vec3& vertex : mesh.vertices)
    vertex *= factor;
  return mesh;
}

// Judged, and mended if so wanted, in the size that it is going to have where that matters.
std::shared_ptr<const PreparedMesh> prepared_mesh(const TriangleMesh& mesh, const CheckOptions& options) {
  if (!options.sized())
    return std::make_shared<const PreparedMesh>(prepare_mesh(mesh));
  return std::make_shared<const PreparedMesh>(prepare_mesh(
      scaled(mesh, options.metres_per_unit), Sidedness::closed, usual_one_sided_thickness, options.mending));
}

// Adds a mesh as it would be taken, and as it is stored, mended or filled to what is shown.
void check_mesh(const TriangleMesh& mesh, const CheckOptions& options, const Progress& progress,
                MeshCheck& check, std::vector<BodyInfo>& infos) {
  const std::shared_ptr<const PreparedMesh> prepared = prepared_mesh(mesh, options);
  MeshReport report = prepared->report;
  const bool closed = report.accepted;
  check.closed += closed;
  const bool readable = report.pieces > 0;
  ++check.bodies;
  check.pieces += report.pieces;
  check.triangles += report.triangles;
  check.boundary_edges += report.boundary_edges;
  check.nonmanifold_edges += report.nonmanifold_edges;
  check.misoriented_edges += report.misoriented_edges;
  if (!closed && options.as_one_sided)
    report = prepare_mesh(mesh, Sidedness::one_sided, 2 * report.bounds.size().maxCoeff()).report;
  const std::string about = mesh.name.empty() ? "" : mesh.name + ": ";
  for (const std::string& note : report.notes)
    check.notes.push_back(about + note);
  if (!report.accepted && check.reason.empty())
    check.reason = about + report.reason;
  DivisionCheck division;
  if (closed)
    division = check_division(prepared, options, progress);
  check.notes.insert(check.notes.end(), division.notes.begin(), division.notes.end());
  if (!division.reason.empty()) {
    check.divided = false;
    if (check.reason.empty())
      check.reason = about + division.reason;
  }
  if (!readable)
    return;
  MeshDefects defects = find_defects(mesh);
  check.stored.include(bounds(defects.mesh));
  mark_defects(defects, check);
  const bool mended = report.closed_holes > 0 || report.thickened_pieces > 0;
  if (division.surface)
    add_body(scaled(*std::move(division.surface), 1 / options.metres_per_unit), true, body_colour, check,
             infos);
  else if (closed && mended)
    add_body(scaled(prepared->mesh, 1 / options.metres_per_unit), true, body_colour, check, infos);
  else
    show_stored(std::move(defects), closed, check, infos);
}

// About the origin and one unit across, so that no unit and no distance from the origin matters to the
// picture.
void settle(MeshCheck& check, std::vector<BodyInfo>& infos) {
  Box all;
  for (const BodyInfo& info : infos)
    all.include(info.rest_bounds);
  check.extent = check.stored.empty() ? 0 : check.stored.size().maxCoeff();
  if (!(check.extent > 0))
    return;
  const Vec3 centre = all.centre();
  const auto place = [&](const Vec3& p) { return Vec3((p - centre) / check.extent); };
  for (MarkedEdge& edge : check.edges)
    edge = {place(edge.from), place(edge.to), edge.kind};
  for (BodyInfo& info : infos) {
    auto mesh = std::make_shared<PreparedMesh>(*info.mesh);
    for (Vec3& vertex : mesh->mesh.vertices)
      vertex = place(vertex);
    info.rest_bounds = bounds(mesh->mesh);
    info.mesh = std::move(mesh);
  }
}

void check_file(const std::filesystem::path& file, const CheckOptions& options, const Progress& progress,
                MeshStore& store, MeshCheck& check, std::vector<BodyInfo>& infos) {
  const BodyFile& body_file = store.file(file, options.split_pieces, progress);
  const LoadedFile& loaded = body_file.surfaces;
  check.solid = check.solid || body_file.solid;
  check.bones += loaded.rig ? loaded.rig->bones.size() : 0;
  if (loaded.metres_per_unit > check.metres_per_unit) {
    check.metres_per_unit = loaded.metres_per_unit;
    check.unit = loaded.unit;
  }
  check.notes.insert(check.notes.end(), loaded.notes.begin(), loaded.notes.end());
  CheckOptions wanted = options;
  if (body_file.solid)
    wanted.stuffing_cells = 0; // it is full
  for (const TriangleMesh& mesh : loaded.meshes) {
    if (progress && !progress(1, "checking " + mesh.name))
      throw Cancelled();
    check_mesh(mesh, wanted, progress, check, infos);
  }
}

/// Whether a point of the surface can be seen. The snapshot must stay.
class Sight {
public:
  explicit Sight(const Snapshot& shown) {
    for (const BodyInfo& info : *shown.infos) {
      const TriangleMesh& mesh = info.mesh->mesh;
      trees_.emplace_back(bvh::BoxTree::Cutting::by_median)
          .build(mesh.triangles, mesh.vertices, bvh::corner_bounds(mesh.triangles, mesh.vertices));
    }
  }
  bool free(const Vec3& eye, const Vec3& point) const {
    constexpr double tolerance = 2e-3; // of a picture one unit across: less than a pixel
    const double distance = (point - eye).norm();
    bvh::Ray ray{eye, (point - eye) / distance};
    ray.before = distance - tolerance;
    return std::none_of(trees_.begin(), trees_.end(),
                        [&](const bvh::BoxTree& tree) { return tree.first_hit(ray).exists(); });
  }

private:
  std::vector<bvh::BoxTree> trees_;
};

} // namespace

std::array<float, 3> defect_colour(DefectKind kind, bool dark) {
  switch (kind) {
  case DefectKind::boundary:
    return dark ? std::array{1.0f, 0.62f, 0.16f} : std::array{0.90f, 0.45f, 0.0f};
  case DefectKind::nonmanifold:
    return dark ? std::array{0.80f, 0.50f, 1.0f} : std::array{0.53f, 0.16f, 0.78f};
  case DefectKind::misoriented:
    break;
  }
  return dark ? std::array{1.0f, 0.36f, 0.34f} : std::array{0.83f, 0.13f, 0.13f};
}

MeshCheck check_meshes(const std::vector<std::filesystem::path>& files, const CheckOptions& options,
                       const Progress& progress) {
  MeshCheck check;
  std::vector<BodyInfo> infos;
  MeshStore store;
  std::string first_reason;
  for (const std::filesystem::path& file : files) {
    check.reason.clear();
    const std::size_t bodies = check.bodies, notes = check.notes.size();
    try {
      check_file(file, options, progress, store, check, infos);
    } catch (const InputError& error) {
      check.reason = error.what();
    }
    // One file needs no name, and what its reader says begins with it.
    const std::string name = file.filename().string();
    if (files.size() > 1) {
      for (std::size_t i = notes; i < check.notes.size(); ++i)
        check.notes[i] = name + ": " + check.notes[i];
      if (!check.reason.empty() && check.reason.find(name) == std::string::npos)
        check.reason = name + ": " + check.reason;
    }
    check.files.push_back({file, check.bodies - bodies, check.reason});
    if (first_reason.empty())
      first_reason = check.reason;
  }
  check.reason = first_reason;
  check.accepted = check.reason.empty();
  settle(check, infos);
  check.shown.infos = std::make_shared<const std::vector<BodyInfo>>(std::move(infos));
  return check;
}

QImage draw_check(OffscreenRenderer& renderer, const MeshCheck& check, const Camera& camera, bool dark,
                  ViewSize size, double pixel_ratio) {
  ViewOptions view;
  view.dark = dark;
  view.grid = false;
  view.pixel_ratio = pixel_ratio;
  const Image image = renderer.render(check.shown, camera, view, size.width, size.height);
  QImage picture =
      QImage(image.rgba.data(), image.width, image.height, 4 * image.width, QImage::Format_RGBA8888)
          .convertToFormat(QImage::Format_RGB32);
  if (check.edges.empty())
    return picture;

  const Sight sight(check.shown);
  QPainter painter(&picture);
  painter.setRenderHint(QPainter::Antialiasing);
  // Hidden ones first, so that they never cover one that can be seen.
  for (const bool visible : {false, true})
    for (const MarkedEdge& edge : check.edges) {
      if (sight.free(camera.eye(), 0.5 * (edge.from + edge.to)) != visible)
        continue;
      const std::optional<Vec3> a = camera.project(edge.from, size), b = camera.project(edge.to, size);
      if (!a || !b)
        continue;
      const auto [red, green, blue] = defect_colour(edge.kind, dark);
      const QColor colour = QColor::fromRgbF(red, green, blue, visible ? 1.0f : 0.35f);
      painter.setPen(QPen(colour, (visible ? 3 : 1.5) * pixel_ratio, Qt::SolidLine, Qt::RoundCap));
      painter.drawLine(QPointF(a->x(), a->y()), QPointF(b->x(), b->y()));
    }
  return picture;
}

} // namespace lamina
