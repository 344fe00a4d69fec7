# What nearly every file of core includes, read once: included at the end of core/CMakeLists.txt.

if(NOT LAMINA_PRECOMPILE_HEADERS)
  return()
endif()

file(CONFIGURE OUTPUT headers.cpp CONTENT "// Nothing but the precompiled headers.\n")
add_library(lamina_headers OBJECT ${CMAKE_CURRENT_BINARY_DIR}/headers.cpp)
target_link_libraries(lamina_headers PRIVATE lamina_base)
target_precompile_headers(lamina_headers PRIVATE
  <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <map> <memory> <optional> <span> <string> <vector>
  <Eigen/Core> <Eigen/Geometry>)

# Lets the libraries of a folder and of those within it use them.
function(lamina_precompile_in folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL STATIC_LIBRARY)
      target_precompile_headers(${target} REUSE_FROM lamina_headers)
    endif()
  endforeach()
  get_property(within DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(inner IN LISTS within)
    lamina_precompile_in(${inner})
  endforeach()
endfunction()

lamina_precompile_in(${CMAKE_CURRENT_SOURCE_DIR})
