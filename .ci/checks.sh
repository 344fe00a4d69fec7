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

# Each libFuzzer target of a build with sanitizers for so many seconds, all side by side.
fuzzing() { # FOLDER SECONDS
  local folder=$1 seconds=$2 target
  local -a running=()
  for target in fuzz_cuts fuzz_mesh fuzz_scene fuzz_tet; do
    fuzz "$folder" "$target" "$seconds" >"$folder/$target.log" 2>&1 &
    running+=($!)
  done
  local status=0 index=0
  for target in fuzz_cuts fuzz_mesh fuzz_scene fuzz_tet; do
    wait "${running[index++]}" || { status=1 && echo "$target failed:"; }
    tail -n 40 "$folder/$target.log"
  done
  return $status
}

# Inputs found in earlier runs are kept in the build folder and serve again; an input that fails lands in found/.
fuzz() { # FOLDER TARGET SECONDS
  local folder=$1 target=$2 seconds=$3
  local -a corpus=("$folder/corpus/$target")
  mkdir -p "${corpus[0]}" "$folder/found"
  [ ! -d "tests/fuzz/corpus/$target" ] || corpus+=("tests/fuzz/corpus/$target")
  [ "$target" != fuzz_scene ] || corpus+=(scenes)
  "$folder/tests/fuzz/$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 \
    -max_len=65536 -verbosity=0 -print_final_stats=1 -artifact_prefix="$folder/found/" "${corpus[@]}"
}
