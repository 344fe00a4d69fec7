# Looks for the CUDA toolkit and a card; LAMINA_CUDA says whether the backend "cuda" is built, LAMINA_NO_CUDA why not.
# Device code is compiled for the cards of this machine alone, as each further kind costs minutes; a machine without a
# card builds all but the backend. Packages are built with LAMINA_BUILD_CUDA=ON, for all kinds of card. Kinds given as
# CMAKE_CUDA_ARCHITECTURES are taken instead, card or not.
set(LAMINA_BUILD_CUDA AUTO CACHE STRING
    "Build the backend cuda: AUTO for the cards of this machine, ON for all kinds where the toolkit is found, or OFF")
set_property(CACHE LAMINA_BUILD_CUDA PROPERTY STRINGS AUTO ON OFF)
# What packages are compiled for: from Turing on, and PTX for what comes later.
set(LAMINA_ALL_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100-real 120)

# The architectures of this machine's cards, such as "86-real;89-real", as far as the toolkit compiles for them; empty
# without a card or its driver.
function(lamina_find_cards architectures)
  set(found "")
  set(status 1)
  find_program(LAMINA_NVIDIA_SMI nvidia-smi)
  if(LAMINA_NVIDIA_SMI AND LAMINA_NVCC)
    execute_process(COMMAND ${LAMINA_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader
                    RESULT_VARIABLE status OUTPUT_VARIABLE capabilities ERROR_QUIET)
    execute_process(COMMAND ${LAMINA_NVCC} --list-gpu-code OUTPUT_VARIABLE known ERROR_QUIET)
  endif()
  if(status EQUAL 0)
    string(REGEX MATCHALL "sm_[0-9]+" known "${known}")
    string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${capabilities}")
    foreach(capability IN LISTS capabilities)
      string(REPLACE "." "" architecture ${capability})
      if(sm_${architecture} IN_LIST known)
        list(APPEND found ${architecture}-real)
      endif()
    endforeach()
    list(REMOVE_DUPLICATES found)
  endif()
  set(${architectures} "${found}" PARENT_SCOPE)
endfunction()

set(LAMINA_CUDA OFF)
set(LAMINA_NO_CUDA "")
if(LAMINA_SANITIZE OR LAMINA_BUILD_FUZZERS)
  # They look at the processor's code, which has the same stages.
  set(LAMINA_NO_CUDA "without CUDA, for sanitizers or fuzzers")
elseif(NOT LAMINA_BUILD_CUDA)
  set(LAMINA_NO_CUDA "without CUDA, with LAMINA_BUILD_CUDA=OFF")
else()
  # CMake itself looks on the PATH alone.
  find_program(LAMINA_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(lamina_cards ${LAMINA_ALL_CUDA_ARCHITECTURES})
    if(LAMINA_BUILD_CUDA STREQUAL "AUTO")
      lamina_find_cards(lamina_cards)
    endif()
    if(lamina_cards)
      set(CMAKE_CUDA_ARCHITECTURES ${lamina_cards} CACHE STRING "Kinds of card that device code is compiled for")
    endif()
  endif()
  if(NOT LAMINA_NVCC)
    set(LAMINA_NO_CUDA "without the CUDA toolkit")
  elseif(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    set(LAMINA_NO_CUDA "without CUDA, on a machine without a card that it knows (-DLAMINA_BUILD_CUDA=ON builds it for all)")
  else()
    set(LAMINA_CUDA ON)
  endif()
endif()
configure_file(gpu/cuda/not_built.h.in ${CMAKE_BINARY_DIR}/generated/gpu/cuda/not_built.h @ONLY)
if(NOT LAMINA_CUDA)
  message(STATUS "CUDA: not built: ${LAMINA_NO_CUDA}")
  return()
endif()
set(CMAKE_CUDA_COMPILER ${LAMINA_NVCC} CACHE FILEPATH "")
enable_language(CUDA)
# CMake 3.25 knows no C++20 for compilers newer than itself.
set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
set(CMAKE_CUDA_STANDARD 20)
message(STATUS "CUDA: built for ${CMAKE_CUDA_ARCHITECTURES} with ${CMAKE_CUDA_COMPILER} ${CMAKE_CUDA_COMPILER_VERSION}")
