// LimitNumber of core/contact/ldi/stages/device_number.h.
layout(location = 2) uniform uint factor;
layout(location = 3) uniform uint room;
layout(location = 5) uniform uint has_before;

layout(std430, binding = 0) readonly restrict buffer Total { uint total[]; }; // low half, high half
layout(std430, binding = 1) readonly restrict buffer Before { uint before[]; };
layout(std430, binding = 2) writeonly restrict buffer Number { uint number[]; };

void main() {
  if (launch_index() >= indices())
    return;
#ifdef WIDE
  uint high = total[1];
#else
  uint high = 0u;
#endif
  bool open = high == 0u && total[0] <= room && (has_before == 0u || before[1] != 0u);
  number[0] = open ? total[0] * factor : 0u;
  number[1] = open ? 1u : 0u;
  number[2] = total[0];
  number[3] = high;
}
