#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lamina {

/// Which contact of a pair a contact cell or patch belongs to. The number one past the last stands for none.
class ContactsOfCells {
public:
  void clear() {
    contact_of_cell_.clear();
    contacts_ = 0;
  }
  /// Adds the next contact, of a cell or (−1) of the whole pair, which the first contact then stands for.
  void add(int cell) {
    if (cell >= 0) {
      contact_of_cell_.resize(std::max(contact_of_cell_.size(), static_cast<std::size_t>(cell) + 1), -1);
      contact_of_cell_[static_cast<std::size_t>(cell)] = static_cast<int>(contacts_);
    }
    ++contacts_;
  }

  std::uint32_t of(std::uint32_t cell) const {
    if (contact_of_cell_.empty())
      return 0;
    const bool known = cell < contact_of_cell_.size() && contact_of_cell_[cell] >= 0;
    return known ? static_cast<std::uint32_t>(contact_of_cell_[cell]) : contacts_;
  }

private:
  std::vector<int> contact_of_cell_; ///< −1 where a cell has no contact
  std::uint32_t contacts_ = 0;
};

} // namespace lamina
