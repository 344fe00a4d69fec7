# Turns text files into one C++ source: cmake -DFILES=a;b -DOUTPUT=x.cpp -P embed.cmake
set(entries "")
foreach(file IN LISTS FILES)
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  # Browsers would look for the source map beside the page.
  string(REGEX REPLACE "/[/*]# sourceMappingURL=[a-z.]*( \\*/)?" "" text "${text}")
  if(text MATCHES "</(script|style)")
    message(FATAL_ERROR "${file} cannot be put into a page: it ends the element that would hold it")
  endif()
  string(APPEND entries "  if (name == \"${name}\")\n    return R\"ASSET(${text})ASSET\";\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"core/report/report_page.h\"

namespace lamina {

std::string_view report_asset(std::string_view name) {
${entries}  return {};
}

} // namespace lamina
")
