#include "core/record/run_tables.h"

#include "core/base/hexadecimal.h"
#include "core/record/csv_line.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace lamina {

namespace {

/// What only some methods have stays empty with the others.
template <class Number>
void add_if_any(CsvLine& line, Number number) {
  if (number > 0)
    line.add(number);
  else
    line.empty();
}

/// Empty where the error of some volume is not known, or there is no volume.
void add_volume_error(CsvLine& line, double volume) {
  add_if_any(line, std::isfinite(volume) ? volume : 0);
}

/// Phases of detection that have a place of their own among the columns.
constexpr std::array<std::string_view, 5> phases_in_place{"upload", "ldi", "volume", "bvh", "cast"};

/// Calls visit(place in detection_phases()) for the others.
template <class Visit>
void each_other_phase(const Visit& visit) {
  for (std::size_t phase = 0; phase < detection_phases().size(); ++phase)
    if (std::find(phases_in_place.begin(), phases_in_place.end(), detection_phases()[phase].name) ==
        phases_in_place.end())
      visit(phase);
}

} // namespace

std::string steps_header() {
  std::string header = "step,time_s,wall_ms,broad_ms,upload_ms,ldi_ms,volume_ms,simulation_ms,"
                       "render_ms,pairs,contacts,fragments,"
                       "contact_pixels,dropped_columns,volume_m3,volume_bound_m3,kinetic_J,"
                       "potential_J,elastic_J,contact_J,momentum_x,"
                       "momentum_y,momentum_z,cg_iterations,cg_residual,state_hash,readback_ms,"
                       "bvh_ms,cast_ms,rays,colliding_points,newton_steps,rounds,complementarity_m_s,"
                       "normal_impulse_Ns,impulse_Ns,volume_error_bar_m3,area_vector_bound_m2";
  each_other_phase([&](std::size_t phase) { header += "," + detection_phases()[phase].name + "_ms"; });
  return header + "\n";
}

const std::string& bodies_header() {
  static const std::string header =
      "step,body,x,y,z,qw,qx,qy,qz,vx,vy,vz,wx,wy,wz,force_x,force_y,force_z,torque_x,torque_y,torque_z\n";
  return header;
}

std::string steps_line(const StepStatistics& s, double render_ms) {
  std::string text;
  CsvLine line(text);
  line.add(s.step).add(s.time_s);
  line.add(s.timings.wall)
      .add(s.timings.broad)
      .add(s.timings.phase("upload"))
      .add(s.timings.phase("ldi"))
      .add(s.timings.phase("volume"));
  line.add(s.timings.simulation);
  if (render_ms < 0)
    line.empty();
  else
    line.add(render_ms);
  line.add(s.pairs).add(s.contacts).add(s.fragments).add(s.contact_pixels).add(s.dropped_columns);
  line.add(s.volume_m3);
  add_volume_error(line, s.volume_bound_m3);
  line.add(s.kinetic_J).add(s.potential_J).add(s.elastic_J).add(s.contact_J).add(s.momentum);
  line.add(s.cg_iterations).add(s.cg_residual).add(hexadecimal(s.state_hash));
  line.empty();
  add_if_any(line, s.timings.phase("bvh"));
  add_if_any(line, s.timings.phase("cast"));
  add_if_any(line, s.rays);
  add_if_any(line, s.colliding_points);
  add_if_any(line, s.newton_steps);
  add_if_any(line, s.rounds);
  // It may be exactly zero where constraints are at work.
  if (s.rounds > 0)
    line.add(s.complementarity_m_s);
  else
    line.empty();
  line.add(s.normal_impulse_Ns).add(s.impulse_Ns);
  add_volume_error(line, s.volume_error_bar_m3);
  add_volume_error(line, s.area_vector_bound_m2);
  each_other_phase([&](std::size_t phase) { add_if_any(line, s.timings.detection[phase]); });
  line.end();
  return text;
}

std::string bodies_lines(std::uint64_t step, const Snapshot& snapshot) {
  std::string text;
  for (const BodyState& body : snapshot.bodies) {
    CsvLine line(text);
    const bool named = snapshot.infos && body.id < snapshot.infos->size();
    line.add(step)
        .add(named ? (*snapshot.infos)[body.id].name : std::to_string(body.id))
        .add(body.pose.position);
    const Quat& q = body.pose.orientation;
    line.add(q.w()).add(q.x()).add(q.y()).add(q.z());
    line.add(body.velocity).add(body.spin).add(body.contact_force).add(body.contact_torque).end();
  }
  return text;
}

} // namespace lamina
