#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// Which row of a pair presses in a contact cell or patch. The row one past the last stands for none.
class RowsOfCells {
public:
  void clear() {
    row_of_cell_.clear();
    rows_ = 0;
  }
  /// Adds the next row, of a cell or (−1) of the whole pair, which the first row then serves.
  void add(int cell) {
    if (cell >= 0) {
      row_of_cell_.resize(std::max(row_of_cell_.size(), static_cast<std::size_t>(cell) + 1), -1);
      row_of_cell_[static_cast<std::size_t>(cell)] = static_cast<int>(rows_);
    }
    ++rows_;
  }

  std::uint32_t of(std::uint32_t cell) const {
    if (row_of_cell_.empty())
      return 0;
    const bool known = cell < row_of_cell_.size() && row_of_cell_[cell] >= 0;
    return known ? static_cast<std::uint32_t>(row_of_cell_[cell]) : rows_;
  }

private:
  std::vector<int> row_of_cell_; ///< −1 where a cell has no contact
  std::uint32_t rows_ = 0;
};

} // namespace lamina
