// Coulomb's law of friction, for whatever counts as a number: read inside a namespace, once by coulomb.h for
// scalars, and once by vector code for each kind of processor, for which Highway has to compile it anew. So
// there is no include guard. `Max` is the reader's, or Highway's for its vectors.

/// The viscosity that stands for Coulomb friction. A point that slides at the velocity v feels the friction
///
///   f = −s v,  s = limit / max(|v|, slip_speed).
///
///    |f|
///   limit ┤     ┌────────────   it slides: |f| is the limit, and f opposes v
///         │   /
///         │ /                   it sticks: |f| grows in proportion to the speed
///       0 ┼─────┼────────────
///         0  slip_speed     |v|
///
/// `limit` is μ times the normal pressure (Pa) or force (N), and s accordingly in Pa·s/m or N·s/m; speeds in
/// m/s. Regularised as in F08, section 3.3, where s is constant.
template <class Number>
inline Number coulomb_viscosity(const Number& limit, const Number& speed, const Number& slip_speed) {
  return limit / Max(speed, slip_speed);
}
