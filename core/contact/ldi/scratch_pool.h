#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace lamina::ldi {

/// Lends working memory to whoever works right now, and keeps it for the next one.
template <class T>
class ScratchPool {
public:
  using Make = std::function<std::unique_ptr<T>()>;
  explicit ScratchPool(Make make) : make_(std::move(make)) {}

  class Loan {
  public:
    explicit Loan(ScratchPool& pool) : pool_(pool), item_(pool.take()) {}
    ~Loan() { pool_.put_back(std::move(item_)); }
    Loan(const Loan&) = delete;
    Loan& operator=(const Loan&) = delete;
    T* operator->() const { return item_.get(); }
    T& operator*() const { return *item_; }

  private:
    ScratchPool& pool_;
    std::unique_ptr<T> item_;
  };

  Loan borrow() { return Loan(*this); }

private:
  std::unique_ptr<T> take() {
    const std::lock_guard lock(guard_);
    if (items_.empty())
      return make_();
    std::unique_ptr<T> item = std::move(items_.back());
    items_.pop_back();
    return item;
  }
  void put_back(std::unique_ptr<T> item) {
    const std::lock_guard lock(guard_);
    items_.push_back(std::move(item));
  }

  Make make_;
  std::mutex guard_;
  std::vector<std::unique_ptr<T>> items_;
};

} // namespace lamina::ldi
