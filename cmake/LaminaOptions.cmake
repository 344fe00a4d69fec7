# Compiler settings shared by every target, through the interface library lamina_options.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()

find_program(LAMINA_CCACHE ccache)
if(LAMINA_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${LAMINA_CCACHE})
  if(LAMINA_PRECOMPILE_HEADERS)
    # Without these, ccache keeps nothing that uses precompiled headers.
    list(PREPEND CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros)
  endif()
endif()

add_library(lamina_options INTERFACE)
target_include_directories(lamina_options INTERFACE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR}/generated)
# Options of the C++ compiler; nvcc reads other ones.
function(lamina_cxx_options)
  target_compile_options(lamina_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${ARGN}>")
endfunction()
# No contraction into fused multiply-add: the same sums on every machine that runs the same code path.
lamina_cxx_options(-ffp-contract=off -Wall -Wextra -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 warns falsely of uninitialised Eigen members and of overlapping string copies.
  lamina_cxx_options(-Wno-maybe-uninitialized -Wno-restrict)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  # Comparisons are joined with & and | where a branch would cost more.
  lamina_cxx_options(-Wno-bitwise-instead-of-logical)
  # Without vectors, Highway computes number by number, as it does with g++ 12. What it emulates instead takes the
  # greatest finite number for the least of infinities.
  target_compile_definitions(lamina_options INTERFACE HWY_BROKEN_EMU128=1)
endif()
target_compile_definitions(lamina_options INTERFACE EIGEN_MPL2_ONLY)
if(LAMINA_NO_VECTORS)
  target_compile_definitions(lamina_options INTERFACE "HWY_DISABLED_TARGETS=(${LAMINA_NO_VECTORS})")
endif()
if(CMAKE_UNITY_BUILD)
  # Of files that are compiled joined, names of one hide those of another.
  lamina_cxx_options(-Wno-shadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    lamina_cxx_options(-Wno-subobject-linkage)
  endif()
endif()
if(LAMINA_PRECOMPILE_HEADERS AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 warns falsely of strings that are joined, once their headers are precompiled.
  lamina_cxx_options(-Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()
find_program(LAMINA_LLD ld.lld)
if(LAMINA_LLD)
  # Links in a fraction of the time.
  target_link_options(lamina_options INTERFACE $<HOST_LINK:-fuse-ld=lld>)
endif()
if(LAMINA_WARNINGS_AS_ERRORS)
  lamina_cxx_options(-Werror)
endif()
if(LAMINA_SANITIZE)
  lamina_cxx_options(-fsanitize=${LAMINA_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_link_options(lamina_options INTERFACE -fsanitize=${LAMINA_SANITIZE})
  if(LAMINA_NO_SANITIZE)
    lamina_cxx_options(-fno-sanitize=${LAMINA_NO_SANITIZE})
  endif()
  # LAMINA_ADDRESS_SANITIZER and LAMINA_THREAD_SANITIZER, for each compiler has another way to tell.
  foreach(kind address thread)
    if(LAMINA_SANITIZE MATCHES "(^|,)${kind}(,|$)")
      string(TOUPPER ${kind} name)
      target_compile_definitions(lamina_options INTERFACE LAMINA_${name}_SANITIZER)
    endif()
  endforeach()
endif()
