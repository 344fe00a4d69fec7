// One invocation an index; long launches come in slices of groups.
layout(local_size_x = GROUP) in;
layout(location = 0) uniform uint first_group;
layout(location = 1) uniform uint launch_count;

uint launch_index() { return (first_group + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }

// Limit of core/contact/ldi/stages/device_number.h: no limit, if the number is open, or by its count.
layout(location = 4) uniform uint limit_kind;
layout(std140, binding = 0) uniform LimitedBy { uint limit_count, limit_open; };

// So many indices run.
uint indices() {
  if (limit_kind == 0u)
    return launch_count;
  return limit_kind == 2u ? min(limit_count, launch_count) : limit_open != 0u ? launch_count : 0u;
}
