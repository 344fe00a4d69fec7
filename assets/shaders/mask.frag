// Numbers of bodies, to tell them apart.
layout(location = 1) uniform float number;
out float covered;
void main() { covered = number; }
