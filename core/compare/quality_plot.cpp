#include "core/compare/summary.h"
#include "core/compare/words.h"
#include "core/report/scatter.h"

#include <algorithm>

namespace lamina::compare {

std::string quality_plot(const Comparison& comparison) {
  Scatter scatter{
      "quality", "processor time of a step, ms", "overlap left, % of the movable volume", "none", {}, {}};
  struct Fineness {
    std::string method;
    int fineness;
    std::size_t point;
  };
  std::vector<Fineness> fine;
  for (std::size_t k = 0; k < comparison.columns.size(); ++k) {
    const Column& column = comparison.columns[k];
    const Figures& figures = column.figures;
    if (!figures.overlap_left || !(figures.processor_ms > 0))
      continue;
    std::string sentence = percent(*figures.overlap_left) + " left, " + with_unit(figures.processor_ms, "ms");
    for (const Miss& miss : misses_of(column))
      sentence += "; " + miss.words;
    const Case& of = column.run.of;
    if (of.fineness > 0)
      fine.push_back({of.settings.contact.method, of.fineness, scatter.points.size()});
    scatter.points.push_back(
        {of.name, sentence, figures.processor_ms, 100 * *figures.overlap_left, k, serves(column)});
  }
  std::stable_sort(fine.begin(), fine.end(), [](const Fineness& a, const Fineness& b) {
    return a.method != b.method ? a.method < b.method : a.fineness < b.fineness;
  });
  for (std::size_t k = 0; k < fine.size(); ++k) {
    if (k == 0 || fine[k].method != fine[k - 1].method)
      scatter.lines.emplace_back();
    scatter.lines.back().push_back(fine[k].point);
  }
  std::erase_if(scatter.lines, [](const auto& joined) { return joined.size() < 2; });
  return scatter_image(scatter);
}

} // namespace lamina::compare
