out vec4 colour;
void main() { colour = vec4(background(), 1.0); }
