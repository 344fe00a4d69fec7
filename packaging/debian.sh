# Sourced by run, test and the scripts in .ci from the root of the source: what they share about packages, building and
# testing.

export LANG=${LANG:-C.UTF-8}

# The package names of some sections of packaging/debian-packages, one a line.
packages_of() {
  local section
  for section in "$@"; do
    awk -v wanted="[$section]" '/^\[/ { inside = ($0 == wanted); next } inside && NF && !/^#/' packaging/debian-packages
  done
}

missing_packages() {
  local installed
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' 2>/dev/null | sed -n 's/^installed //p' | sort -u)
  packages_of "$@" | sort -u | comm -23 - <(printf '%s\n' "$installed")
}

is_debian_12() {
  [ -r /etc/os-release ] && (. /etc/os-release && [ "${ID:-}" = debian ] && [ "${VERSION_ID:-}" = 12 ])
}

# Tells what to install and how to build by hand, for systems that these scripts do not know.
explain_by_hand() {
  cat >&2 <<TEXT
This script sets up Debian 12 only. Elsewhere install what these Debian packages hold:

$(packages_of "$@" | fmt -w 96 | sed 's/^/  /')

and build with CMake 3.25 or newer:

  cmake --preset release
  cmake --build --preset release
  build/release/app/lamina
  ctest --preset release
TEXT
  exit 2
}

# Installs what is missing of the given sections, naming it first.
install_packages() {
  is_debian_12 || explain_by_hand "$@"
  local missing
  missing=$(missing_packages "$@")
  [ -n "$missing" ] || return 0
  echo "Installing these missing packages, which can take a few minutes:" >&2
  echo "$missing" | fmt -w 96 | sed 's/^/  /' >&2
  local -a as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "Neither root nor sudo: have an administrator install them, then start this again." >&2
      exit 1
    fi
    as_root=(sudo)
  fi
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq >/dev/null
  # shellcheck disable=SC2086 — the names are words
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    -o Dpkg::Use-Pty=0 -o APT::Color=0 $missing >/dev/null
}

# Configures a build folder if an option given here differs from what it was configured with; CMake itself notices
# changed CMake files when it builds. A new folder compiles several files joined and common headers once, which takes a
# third of the time; one that was configured by hand stays as it is.
configure() { # PRESET NAME=VALUE…
  local preset=$1 option name folder=build/$1
  shift
  local -a options=()
  local stale=
  [ -f "$folder/build.ninja" ] || { stale=1 && set -- CMAKE_UNITY_BUILD=ON LAMINA_PRECOMPILE_HEADERS=ON "$@"; }
  for option in "$@"; do
    name=${option%%=*}
    options+=("-D$option")
    grep -q "^$name:[A-Z]*=${option#*=}\$" "$folder/CMakeCache.txt" 2>/dev/null || stale=1
  done
  [ -z "$stale" ] || cmake --preset "$preset" "${options[@]}" >&2
}

# Builds some targets of a folder, or all without any named, and says how far it is.
build() { # FOLDER TARGET…
  local folder=$1
  shift
  NINJA_STATUS='%f of %t after %e s: ' cmake --build "$folder" ${1:+--target "$@"} | say_progress
}

# Passes on what a build says, but of its steps only how many are done and, once that can be told, what time is left:
# on a terminal in one line that is written anew, elsewhere in a line every half minute.
say_progress() {
  local line text finished total seconds left next=30 erase=
  [ ! -t 1 ] || erase=$'\r\e[K'
  while IFS= read -r line; do
    if [[ ! $line =~ ^([0-9]+)\ of\ ([0-9]+)\ after\ ([0-9]+)[.0-9]*\ s:\ (.*) ]]; then
      printf '%s%s\n' "$erase" "$line"
      continue
    fi
    finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]}
    text="building $finished of $total"
    # Steps take about equally long, but the first few say little.
    if [ "$finished" -ge 5 ] && [ "$seconds" -ge 10 ] && [ "$finished" -lt "$total" ]; then
      left=$((seconds * (total - finished) / finished))
      [ "$left" -lt 60 ] && text+=", $left s left" || text+=", $(((left + 30) / 60)) min left"
    fi
    if [ -n "$erase" ]; then
      text="[$text] ${BASH_REMATCH[4]}"
      printf '%s%s' "$erase" "${text:0:79}"
    elif [ "$seconds" -ge "$next" ] || [ "$finished" -eq "$total" ]; then
      echo "[$text]"
      next=$((seconds + 30))
    fi
  done
  [ -z "$erase" ] || printf '%s' "$erase"
}

# Runs the tests of a preset in its folder, those of the window beside others, and says which cases failed or were skipped.
run_tests() { # PRESET FOLDER ARGUMENT-OF-CTEST…
  local preset=$1 folder=$2 status=0
  local log=$folder/Testing/Temporary/LastTest.log
  shift 2
  rm -f "$log"
  # One more than there are processors, for the tests of the window mostly wait.
  ctest --preset "$preset" --parallel $(($(nproc) + 1)) "$@" || status=$?
  if grep -q '^1/[0-9]* Test: ' "$log" 2>/dev/null; then
    tests/summary "$folder" || status=1
  elif [ "$status" -ne 0 ]; then
    echo "Names of tests are those of executables: ctest --preset $preset -N lists them. GTEST_FILTER='*part*' chooses cases."
  fi
  return "$status"
}
