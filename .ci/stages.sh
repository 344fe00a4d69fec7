# Sourced by .ci/run and .ci/nightly, from the root of the source: stages one after another, timed and limited.
#
# A script names its stages as lines "FUNCTION DESCRIPTION…" and passes them to run_stages with the limit in seconds and
# its own arguments. Without arguments all of them run, and the first that fails ends the script; arguments are the
# functions of stages to run alone. At the end, whatever it is, a table says what each stage took.

stage_table= stage_process= left_out=

# Functions of stages that are left out, with a line of the table, where the limit ends them or was reached before them.
left_out_when_late=

# One line of the table; times are strings "ELAPSED PROCESSOR" in seconds.
add_times() { # NAME RESULT TIMES
  local elapsed processor
  read -r elapsed processor <<<"$3"
  stage_table+=$(printf '%-62s %-8s %7.0f s %7.0f s' "$1" "$2" "$elapsed" "$processor")$'\n'
}

end_stages() {
  local status=$?
  [ -z "$stage_process" ] || kill "$stage_process" 2>/dev/null || true
  [ -z "$stage_table" ] || printf '=== %-58s %-8s %9s %9s\n%s' stage result elapsed processor "$stage_table"
  [ "$status" -ne 0 ] || echo "=== all stages passed after $SECONDS s${left_out:+, but for those left out}"
  exit "$status"
}

run_stages() { # LIMIT STAGES ARGUMENT…
  local limit=$1 stages=$2 function name
  shift 2
  if [ "${1:-}" = --within ]; then
    "$2"
    exit
  fi
  trap end_stages EXIT
  trap 'exit 130' INT TERM
  while read -r function name; do
    if [ $# -eq 0 ] || [[ " $* " == *" $function "* ]]; then
      run_stage "$limit" "$function" "$name"
    fi
  done <<<"$stages"
}

# A stage is a process of its own, so that all it has started can be ended together when the limit is reached.
run_stage() { # LIMIT FUNCTION NAME
  local limit=$1 function=$2 name=$3 status=0 times times_file
  echo "=== $name"
  times_file=$(mktemp)
  TIMEFORMAT='%R %U %S'
  {
    time {
      timeout --kill-after=30 $((limit > SECONDS ? limit - SECONDS : 1)) bash "$0" --within "$function" \
        </dev/null 2>&3 3>&- &
      stage_process=$!
      wait "$stage_process" || status=$?
    }
  } 3>&2 2>"$times_file"
  stage_process=
  times=$(awk "{ print \$1, \$2 + \$3 }" "$times_file")
  rm "$times_file"
  if [ "$status" -eq 0 ]; then
    add_times "$name" passed "$times"
    return
  fi
  if [ "$status" -eq 124 ] || [ "$status" -eq 137 ]; then
    if [[ " $left_out_when_late " == *" $function "* ]]; then
      left_out=yes
      add_times "$name" "left out" "$times"
      echo "=== $name: left out, for the $((limit / 60)) minutes of all stages are over"
      return
    fi
    add_times "$name" stopped "$times"
    echo "=== $name: stopped, for the $((limit / 60)) minutes of all stages are over"
  else
    add_times "$name" FAILED "$times"
    echo "=== $name: FAILED"
  fi
  exit 1
}
