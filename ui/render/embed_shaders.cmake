# Turns the shader files into one C++ source: cmake -DFILES=a;b -DOUTPUT=x.cpp -P embed_shaders.cmake
set(entries "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND entries "  if (file == \"${name}\")\n    return R\"GLSL(${text})GLSL\";\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"ui/render/gl_objects.h\"

namespace lamina {

std::string_view shader_text(std::string_view file) {
${entries}  return {};
}

} // namespace lamina
")
