#pragma once

#include "ui/render/view_modes.h"

namespace lamina {

/// Chooses how pictures are drawn from how long they take.
///
/// Left to itself it begins with medium. It steps down after a few pictures in a row that take more than 40
/// ms, and up after two seconds of pictures under 8 ms. It does not go again to what was too slow before. At
/// low quality, while things move and pictures take more than 50 ms, it draws fewer pixels. What rests is
/// drawn once at high quality, however long that takes, and kept.
class QualityChooser {
public:
  struct Drawn {
    Quality quality = Quality::medium;
    double resolution = 1; ///< share of width and height
    bool settled = false;  ///< a picture to be kept until something changes: its time counts for no other
  };

  /// Begins with low in place of medium: where pictures are known to be slow.
  void begin_low() { automatic_ = Quality::low; }

  /// For the next picture. What rests is always drawn at full resolution.
  Drawn choose(QualityChoice wanted, bool moving);

  /// How long the picture took that was chosen last, ms. Nonsense is passed over.
  void took(double ms);

  /// Forgets what was too slow: for another scene or window size.
  void reset();

private:
  void adapt_quality();

  Quality automatic_ = Quality::medium;
  Quality best_ = Quality::high; ///< what was not too slow so far
  double resolution_ = 1;        ///< at low quality while things move
  Drawn last_;
  bool chosen_freely_ = true;
  int slow_ = 0, fast_ = 0; ///< pictures in a row
};

} // namespace lamina
