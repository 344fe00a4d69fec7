#pragma once

#include <cstddef>
#include <memory>

namespace lamina::ldi {

/// Memory of the processor that needs nothing special to be copied to (see LayerPipeline).
template <class T>
class PlainArray {
public:
  template <class Queue>
  void reserve(Queue&, std::size_t count) {
    if (count <= size_)
      return;
    size_ = count + count / 4;
    items_ = std::make_unique_for_overwrite<T[]>(size_);
  }
  T* data() { return items_.get(); }
  const T* data() const { return items_.get(); }

private:
  std::unique_ptr<T[]> items_;
  std::size_t size_ = 0;
};

} // namespace lamina::ldi
