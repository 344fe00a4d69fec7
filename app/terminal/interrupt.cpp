#include "app/terminal/interrupt.h"

#include <atomic>
#include <csignal>

namespace lamina {

namespace {

std::atomic<bool> pressed = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

void note(int) {
  pressed = true;
}

} // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() {
  return pressed;
}

} // namespace lamina
