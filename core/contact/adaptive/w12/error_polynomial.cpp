#include "core/contact/adaptive/w12/error_polynomial.h"

namespace lamina::adaptive::w12 {

EdgeTerms& EdgeTerms::operator+=(const EdgeTerms& other) {
  w2h += other.w2h;
  h3 += other.h3;
  wh2 += other.wh2;
  w3 += other.w3;
  wh += other.wh;
  return *this;
}

void ErrorPolynomial::add(const EdgeTerms& edge, double along_u, double along_v) {
  once += edge;
  crossed[0] += edge.w2h * along_v / 8 + edge.w3 * along_u / 24;
  crossed[1] += edge.wh2 * along_u / 8 + edge.h3 * along_v / 24;
  crossed[2] += (edge.w2h * along_u + edge.wh2 * along_v) / 8;
  crossed[3] += edge.h3 * along_u / 24;
  crossed[4] += edge.w3 * along_v / 24;
  crossed[5] += edge.wh * along_u;
  crossed[6] += edge.wh * along_v;
}

ErrorPolynomial& ErrorPolynomial::operator+=(const ErrorPolynomial& other) {
  once += other.once;
  for (std::size_t k = 0; k < crossed.size(); ++k)
    crossed[k] += other.crossed[k];
  return *this;
}

double ErrorPolynomial::at(double w, double h, double more) const {
  const auto& c = crossed;
  return c[0] * w * w + c[1] * h * h + c[2] * w * h + c[3] * h * h * h / w + c[4] * w * w * w / h + c[5] * h +
         c[6] * w + (more > 0 ? more * once.at(w, h) : 0);
}

double ErrorPolynomial::by_height(double w, double h, double more) const {
  const auto& c = crossed;
  const double of_once = w * w * once.w2h / 8 + h * h * once.h3 / 8 + w * h * once.wh2 / 4 +
                         w * once.wh; // w³ does not depend on h
  return 2 * c[1] * h + c[2] * w + 3 * c[3] * h * h / w - c[4] * w * w * w / (h * h) + c[5] + more * of_once;
}

ErrorPolynomial ErrorPolynomial::swapped() const {
  const auto& c = crossed;
  return {{c[1], c[0], c[2], c[4], c[3], c[6], c[5]}, once.swapped()};
}

} // namespace lamina::adaptive::w12
