#include "core/scene/json_tree.h"

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <iterator>
#include <limits>

namespace lamina {

namespace {

/// Counts lines as the parser consumes characters. The parser reads one character past a number, which may be
/// the line feed, so the line of a token is that of the last character before a final line feed.
struct LineCounter {
  std::size_t line = 1;
  bool after_line_feed = false;

  void consume(char c) {
    line += after_line_feed;
    after_line_feed = c == '\n';
  }
};

/// Walks the text and tells the counter.
class CountingIterator {
public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, LineCounter* counter) : at_(at), counter_(counter) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    counter_->consume(*at_++);
    return *this;
  }
  CountingIterator operator++(int) {
    CountingIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
  bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

private:
  const char* at_;
  LineCounter* counter_;
};

/// The part of the library's message that speaks of the text, in one line of bearable length.
std::string short_reason(const std::string& message) {
  const std::size_t begin = message.find("syntax error");
  std::string reason =
      begin == std::string::npos ? message.substr(message.find(']') + 1) : message.substr(begin);
  for (char& c : reason)
    if (static_cast<unsigned char>(c) < 0x20)
      c = ' ';
  if (reason.size() > 160)
    reason = reason.substr(0, 157) + "...";
  return reason;
}

/// Receives the events of the parser and grows the tree.
class TreeBuilder {
public:
  TreeBuilder(const std::string& file, std::size_t first_line, const JsonLimits& limits,
              const LineCounter& counter)
      : file_(file), first_line_(first_line), limits_(limits), counter_(counter) {}

  JsonValue take() { return std::move(root_); }

  bool null() { return scalar(nullptr); }
  bool boolean(bool value) { return scalar(value); }
  bool number_integer(std::int64_t value) { return scalar(value); }
  bool number_unsigned(std::uint64_t value) {
    if (value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return scalar(static_cast<std::int64_t>(value));
    return scalar(static_cast<double>(value));
  }
  bool number_float(double value, const std::string&) { return scalar(value); }
  bool string(std::string& value) { return scalar(std::move(value)); }
  bool binary(nlohmann::json::binary_t&) { return false; }

  bool start_object(std::size_t) { return open(JsonValue::Members{}); }
  bool start_array(std::size_t) { return open(JsonValue::Items{}); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    auto& members = std::get<JsonValue::Members>(open_.back()->value);
    for (const JsonMember& member : members)
      if (member.key == name)
        refuse("key \"" + name.substr(0, 80) + "\" appears twice");
    // Finding repeated keys is quadratic, so an object may not grow without bound.
    if (members.size() >= 1000)
      refuse("more than 1000 keys in an object");
    members.push_back({std::move(name), JsonValue{}});
    return true;
  }

  template <typename Exception>
  bool parse_error(std::size_t, const std::string&, const Exception& error) {
    throw InputError(file_, line(), "not valid JSON: " + short_reason(error.what()));
  }

private:
  std::size_t line() const { return first_line_ - 1 + counter_.line; }

  [[noreturn]] void refuse(const std::string& reason) const { throw InputError(file_, line(), reason); }

  template <typename Value>
  JsonValue* place(Value&& value) {
    if (++values_ > limits_.values)
      refuse("more than " + std::to_string(limits_.values) + " values");
    JsonValue made{std::forward<Value>(value), line()};
    if (open_.empty()) {
      root_ = std::move(made);
      return &root_;
    }
    if (auto* items = std::get_if<JsonValue::Items>(&open_.back()->value))
      return &items->emplace_back(std::move(made));
    JsonValue& slot = std::get<JsonValue::Members>(open_.back()->value).back().value;
    slot = std::move(made);
    return &slot;
  }

  template <typename Value>
  bool scalar(Value&& value) {
    place(std::forward<Value>(value));
    return true;
  }

  // A container stays the last element of its parent while it is open, so its address does not change.
  template <typename Value>
  bool open(Value&& value) {
    if (open_.size() >= limits_.depth)
      refuse("nested deeper than " + std::to_string(limits_.depth) + " levels");
    open_.push_back(place(std::forward<Value>(value)));
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const std::string& file_;
  std::size_t first_line_;
  const JsonLimits& limits_;
  const LineCounter& counter_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  std::size_t values_ = 0;
};

} // namespace

const char* JsonValue::kind_name() const {
  static const char* const names[] = {"null",   "true or false", "a number", "a number",
                                      "a text", "a list",        "an object"};
  return names[value.index()];
}

JsonValue parse_json(std::string_view text, const std::string& file, std::size_t first_line,
                     const JsonLimits& limits) {
  if (text.size() > limits.bytes)
    throw InputError(file, 0,
                     "is " + std::to_string(text.size() >> 20) + " MiB long; at most " +
                         std::to_string(limits.bytes >> 20) + " MiB are read");
  LineCounter counter;
  TreeBuilder builder(file, first_line, limits, counter);
  const CountingIterator begin(text.data(), &counter), end(text.data() + text.size(), &counter);
  nlohmann::json::sax_parse(begin, end, &builder, nlohmann::json::input_format_t::json, true, true);
  return builder.take();
}

} // namespace lamina
