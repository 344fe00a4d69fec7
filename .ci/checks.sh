# Sourced by .ci/run and .ci/nightly after packaging/debian.sh: checks that both make.

# Objects compiled in an earlier run serve again where ccache keeps its folder, in whatever folder the source lies.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}

formatting() { git ls-files -z '*.h' '*.cpp' | xargs -0 -r clang-format-14 --dry-run -Werror; }

# The stages of contact detection that graphics cards share: threads that nothing orders run them.
races() {
  configure tsan LAMINA_WARNINGS_AS_ERRORS=ON
  build build/tsan lamina_device_tests
  run_tests tsan build/tsan
}

# Each target for so many seconds, all side by side.
fuzzing() { # SECONDS
  configure fuzz
  build build/fuzz fuzz_cuts fuzz_mesh fuzz_scene fuzz_tet
  local target
  local -a running=()
  for target in fuzz_cuts fuzz_mesh fuzz_scene fuzz_tet; do
    fuzz "$target" "$1" >"build/fuzz/$target.log" 2>&1 &
    running+=($!)
  done
  local status=0 index=0
  for target in fuzz_cuts fuzz_mesh fuzz_scene fuzz_tet; do
    wait "${running[index++]}" || { status=1 && echo "$target failed:"; }
    tail -n 40 "build/fuzz/$target.log"
  done
  return $status
}

# Inputs found in earlier runs are kept in the build folder and serve again; an input that fails lands in found/.
fuzz() { # TARGET SECONDS
  local -a corpus=("build/fuzz/corpus/$1")
  mkdir -p "${corpus[0]}" build/fuzz/found
  [ ! -d "tests/fuzz/corpus/$1" ] || corpus+=("tests/fuzz/corpus/$1")
  [ "$1" != fuzz_scene ] || corpus+=(scenes)
  "build/fuzz/tests/fuzz/$1" -max_total_time="$2" -timeout=10 -rss_limit_mb=2048 \
    -max_len=65536 -verbosity=0 -print_final_stats=1 -artifact_prefix=build/fuzz/found/ "${corpus[@]}"
}
