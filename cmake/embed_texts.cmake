# Turns text files into one C++ source that defines `std::string_view FUNCTION(std::string_view name)`, declared in
# HEADER: cmake -DFILES=a;b -DOUTPUT=x.cpp -DHEADER=folder/header.h -DFUNCTION=text -P embed_texts.cmake
set(entries "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  # Browsers would look for the source map beside the page.
  string(REGEX REPLACE "/[/*]# sourceMappingURL=[a-z.]*( \\*/)?" "" text "${text}")
  if(text MATCHES "</(script|style)")
    message(FATAL_ERROR "${file} cannot be put into a page: it ends the element that would hold it")
  endif()
  string(APPEND entries "  if (name == \"${name}\")\n    return R\"TEXT(${text})TEXT\";\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"${HEADER}\"

namespace lamina {

std::string_view ${FUNCTION}(std::string_view name) {
${entries}  return {};
}

} // namespace lamina
")
