# Looks for the CUDA toolkit; LAMINA_CUDA says whether it is used. A machine without one builds all but the backend
# "cuda".
option(LAMINA_BUILD_CUDA "Build the backend cuda where the CUDA toolkit is found" ON)
set(LAMINA_CUDA OFF)
# Sanitizers and fuzzers look at the processor's code, which has the same stages.
if(LAMINA_BUILD_CUDA AND NOT LAMINA_SANITIZE AND NOT LAMINA_BUILD_FUZZERS)
  # CMake itself looks on the PATH alone.
  find_program(LAMINA_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  if(LAMINA_NVCC)
    set(LAMINA_CUDA ON)
  endif()
endif()
if(NOT LAMINA_CUDA)
  message(STATUS "CUDA: not built (no nvcc found, LAMINA_BUILD_CUDA off, or a build for sanitizers or fuzzers)")
  return()
endif()
set(CMAKE_CUDA_COMPILER ${LAMINA_NVCC} CACHE FILEPATH "")
# From Turing on, and PTX for what comes later.
set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100-real 120 CACHE STRING "")
enable_language(CUDA)
# CMake 3.25 knows no C++20 for compilers newer than itself.
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
set(CMAKE_CUDA_STANDARD 20)
message(STATUS "CUDA: built with ${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION}")
