#include "app/terminal/interrupt.h"

#include "app/terminal/exit_code.h"

#include <atomic>
#include <csignal>
#include <unistd.h>

namespace lamina {

namespace {

std::atomic<bool> pressed = false;
static_assert(std::atomic<bool>::is_always_lock_free, "set from a signal handler");

void note(int) {
  pressed = true;
}

/// Only what a signal handler may call.
void end(int) {
  static constexpr char message[] = "\nlamina: interrupted\n";
  [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, message, sizeof message - 1);
  ::_exit(exit_interrupted);
}

void handle(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

} // namespace

void catch_interrupts() {
  handle(note);
}

void end_at_interrupts() {
  handle(end);
}

bool interrupted() {
  return pressed;
}

} // namespace lamina
