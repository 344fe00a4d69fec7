// One invocation an index; long launches come in slices of groups.
layout(local_size_x = GROUP) in;
layout(location = 0) uniform uint first_group;
layout(location = 1) uniform uint launch_count;

uint launch_index() { return (first_group + gl_WorkGroupID.x) * gl_WorkGroupSize.x + gl_LocalInvocationIndex; }
