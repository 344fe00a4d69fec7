#include "core/contact/ldi/image_evidence.h"
#include "core/contact/point_evidence.h"
#include "core/record/csv_line.h"
#include "core/record/output_file.h"
#include "core/replay/binary_text.h"
#include "core/replay/export.h"

#include <array>
#include <cstdint>

namespace lamina {

namespace {

/// Of the contact that an end belongs to: its cell's or patch's, or the one of the whole pair.
double pressure_of(const PairState& pair, int cell) {
  for (std::size_t i = 0; i < pair.pressure.size() && i < pair.contacts.contacts.size(); ++i)
    if (pair.contacts.contacts[i].cell == cell || pair.contacts.contacts[i].cell < 0)
      return pair.pressure[i];
  return 0;
}

double pressure_of(const PairState& pair, const ContactPointPair& points) {
  return points.contact < pair.pressure.size() ? pair.pressure[points.contact] : 0;
}

Vec3 end_of(const PairState& pair, const ContactPixelPair& pixel, int end) {
  return end ? pixel.lower + pixel.length * pair.contacts.region.axes.col(pixel.axis) : pixel.lower;
}

const BodyInfo& info_of(const Snapshot& snapshot, const PairState& pair, std::size_t side) {
  return (*snapshot.infos)[pair.contacts.body[side]];
}

void append_line(std::string& text, const Snapshot& snapshot, const PairState& pair,
                 const ContactPixelPair& pixel) {
  CsvLine line(text);
  line.add(snapshot.statistics.step)
      .add(info_of(snapshot, pair, 0).name)
      .add(info_of(snapshot, pair, 1).name);
  line.add(int{pixel.axis}).add(pixel.pixel[0]).add(pixel.pixel[1]);
  line.add(end_of(pair, pixel, 0)).add(end_of(pair, pixel, 1));
  line.add(pixel.length).add(pixel.area).add(pixel.weight).add(pixel.normal);
  for (std::size_t end = 0; end < 2; ++end) {
    const BodyInfo& info = info_of(snapshot, pair, pixel.body[end] & 1);
    line.add(info.name)
        .add(info.mesh->outer_triangle(pixel.triangle[end]))
        .add(pixel.cell[end])
        .add(pressure_of(pair, pixel.cell[end]));
  }
  line.end();
}

void append_line(std::string& text, const Snapshot& snapshot, const PairState& pair,
                 const ContactPointPair& points) {
  CsvLine line(text);
  line.add(snapshot.statistics.step);
  for (std::size_t end = 0; end < 2; ++end) {
    const BodyInfo& info = info_of(snapshot, pair, points.body[end]);
    line.add(info.name).add(points.position[end]).add(info.mesh->outer_triangle(points.triangle[end]));
  }
  line.add(points.normal).add(pair.contacts.contacts[points.contact].depth());
  line.add(points.area).add(pressure_of(pair, points));
  line.end();
}

/// The head of a cloud of points, up to its first property.
std::string cloud_head(const char* what, const Snapshot& snapshot, std::size_t points) {
  std::string names;
  for (std::size_t i = 0; i < snapshot.infos->size(); ++i)
    names += "comment body " + std::to_string(i) + " " + one_line((*snapshot.infos)[i].name) + "\n";
  return "ply\nformat binary_little_endian 1.0\ncomment contact " + std::string(what) +
         " of a Lamina run, metres\ncomment step " + std::to_string(snapshot.statistics.step) + ", " +
         std::to_string(snapshot.statistics.time_s) + " s\n" + names + "element vertex " +
         std::to_string(points) + "\nproperty double x\nproperty double y\nproperty double z\n";
}

void append_place(std::string& bytes, const Vec3& place) {
  for (int axis = 0; axis < 3; ++axis)
    append_bytes(bytes, place[axis]);
}

} // namespace

void write_pixels_csv(const std::filesystem::path& file, const Snapshot& snapshot) {
  OutputFile out(file);
  out.write(
      "step,body_a,body_b,axis,column,row,lower_x,lower_y,lower_z,upper_x,upper_y,upper_z,length_m,area_m2,"
      "weight_m2,normal_x,normal_y,normal_z,lower_body,lower_triangle,lower_cell,lower_pressure_Pa,"
      "upper_body,upper_triangle,upper_cell,upper_pressure_Pa\n");
  std::string text;
  for (const PairState& pair : snapshot.pairs)
    for (const ContactPixelPair& pixel : images_of(pair.contacts).pixels)
      append_line(text, snapshot, pair, pixel);
  out.write(text);
  out.close();
}

void write_pixels_ply(const std::filesystem::path& file, const Snapshot& snapshot) {
  std::string bytes;
  std::size_t points = 0;
  for (const PairState& pair : snapshot.pairs)
    for (const ContactPixelPair& pixel : images_of(pair.contacts).pixels)
      for (int end = 0; end < 2; ++end, ++points) {
        append_place(bytes, end_of(pair, pixel, end));
        for (int axis = 0; axis < 3; ++axis)
          append_bytes(bytes, static_cast<std::uint8_t>(axis == pixel.axis ? 255 : 0));
        append_bytes(bytes, static_cast<std::int32_t>(pair.contacts.body[pixel.body[end] & 1]));
        append_bytes(bytes, pressure_of(pair, pixel.cell[static_cast<std::size_t>(end)]));
      }
  OutputFile out(file);
  out.write(cloud_head("pixels", snapshot, points) +
            "property uchar red\nproperty uchar green\nproperty uchar blue\n"
            "property int body\nproperty double pressure\nend_header\n");
  out.write(bytes);
  out.close();
}

void write_points_csv(const std::filesystem::path& file, const Snapshot& snapshot) {
  OutputFile out(file);
  out.write("step,first_body,first_x,first_y,first_z,first_triangle,second_body,second_x,second_y,second_z,"
            "second_triangle,normal_x,normal_y,normal_z,depth_m,area_m2,pressure_Pa\n");
  std::string text;
  for (const PairState& pair : snapshot.pairs)
    for (const ContactPointPair& points : points_of(pair.contacts).points)
      append_line(text, snapshot, pair, points);
  out.write(text);
  out.close();
}

void write_points_ply(const std::filesystem::path& file, const Snapshot& snapshot) {
  std::string bytes;
  std::size_t count = 0;
  for (const PairState& pair : snapshot.pairs)
    for (const ContactPointPair& points : points_of(pair.contacts).points)
      for (std::size_t end = 0; end < 2; ++end, ++count) {
        append_place(bytes, points.position[end]);
        append_place(bytes, points.normal);
        append_bytes(bytes, static_cast<std::int32_t>(pair.contacts.body[points.body[end]]));
        append_bytes(bytes, pressure_of(pair, points));
      }
  OutputFile out(file);
  out.write(cloud_head("points", snapshot, count) +
            "property double nx\nproperty double ny\nproperty double nz\n"
            "property int body\nproperty double pressure\nend_header\n");
  out.write(bytes);
  out.close();
}

} // namespace lamina
