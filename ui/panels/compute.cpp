#include "ui/panels/compute.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>

namespace lamina {
namespace {

/// One pass over a text, a function for each level of precedence. After an error nothing more is read.
class Reader {
public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<double> read() {
    const double value = sum();
    if (!good_ || at_ != text_.size() || !std::isfinite(value))
      return {};
    return value;
  }

private:
  bool take(char sign) {
    if (!good_ || at_ == text_.size() || text_[at_] != sign)
      return false;
    ++at_;
    return true;
  }

  double sum() {
    double value = product();
    for (;;) {
      if (take('+'))
        value += product();
      else if (take('-'))
        value -= product();
      else
        return value;
    }
  }

  double product() {
    double value = signed_power();
    for (;;) {
      if (take('*'))
        value *= signed_power();
      else if (take('/'))
        value /= signed_power();
      else
        return value;
    }
  }

  // As in mathematics, -2^2 is -4.
  double signed_power() {
    if (take('-'))
      return -nested([this] { return signed_power(); });
    if (take('+'))
      return nested([this] { return signed_power(); });
    const double base = operand();
    return take('^') ? std::pow(base, nested([this] { return signed_power(); })) : base;
  }

  double operand() {
    if (take('(')) {
      const double value = nested([this] { return sum(); });
      good_ = good_ && take(')');
      return value;
    }
    double value = 0;
    const char* from = text_.data() + at_;
    const auto [end, error] = std::from_chars(from, text_.data() + text_.size(), value);
    // from_chars also reads names such as "inf", which nobody means in a field.
    const bool digits =
        from != text_.data() + text_.size() && (*from == '.' || (*from >= '0' && *from <= '9'));
    good_ = good_ && digits && error == std::errc();
    if (good_)
      at_ += static_cast<std::size_t>(end - from);
    return value;
  }

  template <class Function>
  double nested(const Function& function) {
    constexpr int deepest = 64; // a text of signs or parentheses shall not use up the stack
    good_ = good_ && depth_ < deepest;
    if (!good_)
      return 0;
    ++depth_;
    const double value = function();
    --depth_;
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool good_ = true;
};

} // namespace

std::optional<double> computed(std::string_view text, bool decimal_comma) {
  std::string plain(text);
  std::erase(plain, ' ');
  if (decimal_comma)
    std::replace(plain.begin(), plain.end(), ',', '.');
  return Reader(plain).read();
}

} // namespace lamina
