// The same as classify.c in C++, with the program as a shared library.
//
// Usage: classify_cpp FOLDER, where FOLDER holds the .npy files of examples/digits.

#include "digits_shared.h"
#include "npy.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

template <typename T> using Owned = std::unique_ptr<T[], decltype(&std::free)>;

template <typename T> Owned<T> read(const std::string &path, const char *type, std::size_t bytes) {
  Owned<T> data(static_cast<T *>(npy_read(path.c_str(), type, bytes)), &std::free);
  if (!data) {
    throw std::runtime_error("cannot read " + path);
  }
  return data;
}

struct Shape {
  std::size_t elements = 1, last = 1;
  std::size_t elementBytes = 0;

  explicit Shape(const std::int64_t *spec) {
    if (!spec) {
      throw std::out_of_range("no such input or output");
    }
    elementBytes = static_cast<std::size_t>(spec[1]) / 8;
    for (std::int64_t d = 0; d < spec[2]; ++d) {
      last = static_cast<std::size_t>(spec[3 + d]);
      elements *= last;
    }
  }
};

int run(const std::string &folder) {
  std::vector<Owned<float>> arrays;
  std::vector<const void *> inputs;
  const char *names[] = {"w1", "b1", "w2", "b2", "w3", "b3", "images"};
  for (std::int32_t i = 0; i < digits_main_num_inputs(); ++i) {
    Shape shape(digits_main_input_spec(i));
    arrays.push_back(read<float>(folder + "/" + names[i] + ".npy", "<f4", shape.elements * shape.elementBytes));
    inputs.push_back(arrays.back().get());
  }
  Shape result(digits_main_output_spec(0));
  std::size_t images = result.elements / result.last;
  auto labels = read<std::int32_t>(folder + "/labels.npy", "<i4", images * sizeof(std::int32_t));

  std::unique_ptr<digits_context, decltype(&digits_context_free)> context(digits_context_new(1), &digits_context_free);
  std::vector<float> logits(result.elements);
  void *outputs[] = {logits.data()};
  if (!context || digits_main(inputs.data(), outputs, context.get()) != 0) {
    throw std::runtime_error(context ? digits_last_error(context.get()) : "no context");
  }
  std::size_t right = 0;
  for (std::size_t image = 0; image < images; ++image) {
    auto begin = logits.begin() + static_cast<std::ptrdiff_t>(image * result.last);
    auto best = std::max_element(begin, begin + static_cast<std::ptrdiff_t>(result.last)) - begin;
    right += best == labels[image];
  }
  std::cout << right << " of " << images << " images right\n";
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: classify_cpp FOLDER\n";
    return 2;
  }
  try {
    return run(argv[1]);
  } catch (const std::exception &e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
