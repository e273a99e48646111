// Handlers of XLA's FFI, which test_ffi.py compiles against the headers of jaxlib.

#include <atomic>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "xla/ffi/api/ffi.h"

namespace ffi = xla::ffi;

namespace {

template <typename T>
void Normalize(const void* from, void* to, size_t rows, size_t columns, float epsilon) {
  const T* x = static_cast<const T*>(from);
  T* y = static_cast<T*>(to);
  for (size_t i = 0; i < rows; ++i, x += columns, y += columns) {
    T sum = 0;
    for (size_t j = 0; j < columns; ++j) sum += x[j] * x[j];
    const T scale = T(1) / std::sqrt(sum / T(columns) + T(epsilon));
    for (size_t j = 0; j < columns; ++j) y[j] = x[j] * scale;
  }
}

ffi::Error RmsNorm(ffi::AnyBuffer x, ffi::Result<ffi::AnyBuffer> y, float epsilon) {
  const auto dims = x.dimensions();
  if (dims.size() == 0) return ffi::Error::InvalidArgument("RmsNorm input must be an array");
  const size_t columns = dims.back();
  const size_t rows = columns == 0 ? 0 : x.element_count() / columns;
  switch (x.element_type()) {
    case ffi::F32:
      Normalize<float>(x.untyped_data(), y->untyped_data(), rows, columns, epsilon);
      return ffi::Error::Success();
    case ffi::F64:
      Normalize<double>(x.untyped_data(), y->untyped_data(), rows, columns, epsilon);
      return ffi::Error::Success();
    default:
      return ffi::Error::InvalidArgument("RmsNorm takes f32 and f64");
  }
}

// Copies an array; also says its type and size, and how its first bytes look.
ffi::Error Inspect(ffi::AnyBuffer x, ffi::Result<ffi::AnyBuffer> copy, ffi::Result<ffi::BufferR1<ffi::S64>> about,
                   ffi::Result<ffi::BufferR1<ffi::U8>> bytes) {
  const size_t size = x.size_bytes();
  if (size != 0) std::memcpy(copy->untyped_data(), x.untyped_data(), size);
  int64_t* out = about->typed_data();
  out[0] = static_cast<int64_t>(x.element_type());
  out[1] = static_cast<int64_t>(size);
  out[2] = static_cast<int64_t>(x.dimensions().size());
  out[3] = x.dimensions().size() == 0 ? -1 : x.dimensions()[0];
  std::memset(bytes->typed_data(), 0, bytes->element_count());
  if (size != 0) std::memcpy(bytes->typed_data(), x.untyped_data(), std::min(size, bytes->element_count()));
  return ffi::Error::Success();
}

ffi::Error Attributes(ffi::Result<ffi::BufferR1<ffi::F64>> y, bool flag, int32_t narrow, int64_t wide, float single,
                      double twice, std::string_view text, ffi::Span<const int64_t> list,
                      ffi::Span<const float> floats, ffi::Dictionary nested) {
  double* out = y->typed_data();
  out[0] = flag;
  out[1] = narrow;
  out[2] = static_cast<double>(wide);
  out[3] = single;
  out[4] = twice;
  out[5] = static_cast<double>(text.size());
  out[6] = list.size() == 2 ? static_cast<double>(list[0] * 10 + list[1]) : -1;
  out[7] = floats.size() == 3 ? floats[0] + floats[1] + floats[2] : -1;
  auto x = nested.get<int64_t>("x");
  auto name = nested.get<std::string_view>("name");
  out[8] = x.has_value() ? static_cast<double>(*x) : -1;
  out[9] = name.has_value() && *name == "deep" ? static_cast<double>(nested.size()) : -1;
  return ffi::Error::Success();
}

std::atomic<int64_t> live_states = 0;

struct CounterState {
  static ffi::TypeId id;
  static ffi::TypeInfo info;
  explicit CounterState(int64_t start) : value(start) { ++live_states; }
  ~CounterState() { --live_states; }
  std::atomic<int64_t> value;
};
ffi::TypeId CounterState::id = {};
ffi::TypeInfo CounterState::info = ffi::MakeTypeInfo<CounterState>();

ffi::ErrorOr<std::unique_ptr<CounterState>> CounterInstantiate(int64_t start) {
  if (start < 0) return ffi::Unexpected(ffi::Error::InvalidArgument("a counter starts at 0 or above"));
  return std::make_unique<CounterState>(start);
}

ffi::Error CounterExecute(CounterState* state, ffi::Result<ffi::BufferR0<ffi::S64>> out) {
  *out->typed_data() = state->value++;
  return ffi::Error::Success();
}

// A handler with all stages: each makes a state for those after it.
ffi::ErrorOr<std::unique_ptr<CounterState>> StagesPrepare() { return std::make_unique<CounterState>(30); }

ffi::ErrorOr<std::unique_ptr<CounterState>> StagesInitialize(CounterState* prepared) {
  return std::make_unique<CounterState>(prepared->value + 4);
}

ffi::Error StagesExecute(CounterState* prepared, CounterState* initialized, ffi::Result<ffi::BufferR1<ffi::S64>> out) {
  out->typed_data()[0] = prepared->value;
  out->typed_data()[1] = initialized->value;
  return ffi::Error::Success();
}

ffi::Error Fail(ffi::AnyBuffer, ffi::Result<ffi::AnyBuffer>, int64_t code, std::string_view message) {
  return ffi::Error(static_cast<ffi::ErrorCode>(code), std::string(message));
}

// Adds one in place: the result holds the argument already.
ffi::Error Increment(ffi::Buffer<ffi::F32> x, ffi::Result<ffi::Buffer<ffi::F32>> y) {
  if (x.untyped_data() != y->untyped_data()) return ffi::Error::Internal("the memory is not shared");
  for (size_t i = 0; i < y->element_count(); ++i) y->typed_data()[i] += 1;
  return ffi::Error::Success();
}

// Doubles later, on a thread of the runtime.
ffi::Future Later(ffi::ThreadPool pool, ffi::Buffer<ffi::F32> x, ffi::Result<ffi::Buffer<ffi::F32>> y, bool fails) {
  ffi::Promise promise;
  ffi::Future future(promise);
  pool.Schedule([x, y, fails, promise = std::move(promise)]() mutable {
    for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] = 2 * x.typed_data()[i];
    if (fails) {
      promise.SetError(ffi::Error(ffi::ErrorCode::kDataLoss, "too late"));
    } else {
      promise.SetAvailable();
    }
  });
  return future;
}

std::atomic<int64_t> effects = 0;

ffi::Error Effect(ffi::Buffer<ffi::F32> x) {
  effects += static_cast<int64_t>(x.element_count());
  return ffi::Error::Success();
}

ffi::Error Ordered(ffi::Token, ffi::Buffer<ffi::F32> x, ffi::Result<ffi::Token>, ffi::Result<ffi::Buffer<ffi::F32>> y) {
  for (size_t i = 0; i < x.element_count(); ++i) y->typed_data()[i] = x.typed_data()[i] + 3;
  return ffi::Error::Success();
}

ffi::Error About(ffi::ScratchAllocator scratch, ffi::ThreadPool pool, int32_t device, ffi::RunId run,
                 ffi::Result<ffi::BufferR1<ffi::S64>> out) {
  auto block = scratch.Allocate(1000, 128);
  if (!block.has_value()) return ffi::Error::Internal("no memory");
  std::memset(*block, 1, 1000);
  out->typed_data()[0] = reinterpret_cast<uintptr_t>(*block) % 128;
  out->typed_data()[1] = pool.num_threads() > 0;
  out->typed_data()[2] = device;
  out->typed_data()[3] = run.run_id != 0;
  return ffi::Error::Success();
}

// Sums a matrix whose columns are contiguous, into a matrix of the same kind.
ffi::Error Columns(ffi::BufferR2<ffi::F32> x, ffi::Result<ffi::BufferR2<ffi::F32>> y) {
  float sum = 0;
  const int64_t rows = x.dimensions()[0], columns = x.dimensions()[1];
  for (int64_t j = 0; j < columns; ++j) {
    for (int64_t i = 0; i < rows; ++i) {
      sum += x.typed_data()[j * rows + i];
      y->typed_data()[j * rows + i] = sum;
    }
  }
  return ffi::Error::Success();
}

}  // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

XLA_FFI_DEFINE_HANDLER_SYMBOL(rms_norm, RmsNorm,
                              ffi::Ffi::Bind().Arg<ffi::AnyBuffer>().Ret<ffi::AnyBuffer>().Attr<float>("epsilon"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(inspect, Inspect,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Ret<ffi::BufferR1<ffi::S64>>()
                                  .Ret<ffi::BufferR1<ffi::U8>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(attributes, Attributes,
                              ffi::Ffi::Bind()
                                  .Ret<ffi::BufferR1<ffi::F64>>()
                                  .Attr<bool>("flag")
                                  .Attr<int32_t>("narrow")
                                  .Attr<int64_t>("wide")
                                  .Attr<float>("single")
                                  .Attr<double>("twice")
                                  .Attr<std::string_view>("text")
                                  .Attr<ffi::Span<const int64_t>>("list")
                                  .Attr<ffi::Span<const float>>("floats")
                                  .Attr<ffi::Dictionary>("nested"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_instantiate, CounterInstantiate,
                              ffi::Ffi::BindInstantiate().Attr<int64_t>("start"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(counter_execute, CounterExecute,
                              ffi::Ffi::Bind().Ctx<ffi::State<CounterState>>().Ret<ffi::BufferR0<ffi::S64>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(stages_prepare, StagesPrepare, ffi::Ffi::BindPrepare());
XLA_FFI_DEFINE_HANDLER_SYMBOL(stages_initialize, StagesInitialize,
                              ffi::Ffi::BindInitialize().Ctx<ffi::Prepared<CounterState>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(stages_execute, StagesExecute,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::Prepared<CounterState>>()
                                  .Ctx<ffi::Initialized<CounterState>>()
                                  .Ret<ffi::BufferR1<ffi::S64>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(fail, Fail,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::AnyBuffer>()
                                  .Ret<ffi::AnyBuffer>()
                                  .Attr<int64_t>("code")
                                  .Attr<std::string_view>("message"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(increment, Increment,
                              ffi::Ffi::Bind().Arg<ffi::Buffer<ffi::F32>>().Ret<ffi::Buffer<ffi::F32>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(later, Later,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::ThreadPool>()
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Buffer<ffi::F32>>()
                                  .Attr<bool>("fails"));
XLA_FFI_DEFINE_HANDLER_SYMBOL(effect, Effect, ffi::Ffi::Bind().Arg<ffi::Buffer<ffi::F32>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(ordered, Ordered,
                              ffi::Ffi::Bind()
                                  .Arg<ffi::Token>()
                                  .Arg<ffi::Buffer<ffi::F32>>()
                                  .Ret<ffi::Token>()
                                  .Ret<ffi::Buffer<ffi::F32>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(about, About,
                              ffi::Ffi::Bind()
                                  .Ctx<ffi::ScratchAllocator>()
                                  .Ctx<ffi::ThreadPool>()
                                  .Ctx<ffi::DeviceOrdinal>()
                                  .Ctx<ffi::RunId>()
                                  .Ret<ffi::BufferR1<ffi::S64>>());
XLA_FFI_DEFINE_HANDLER_SYMBOL(columns, Columns,
                              ffi::Ffi::Bind().Arg<ffi::BufferR2<ffi::F32>>().Ret<ffi::BufferR2<ffi::F32>>());

// A handler of a version that nobody has.
EXPORT XLA_FFI_Error* from_the_future(XLA_FFI_CallFrame* frame) {
  auto* extension = reinterpret_cast<XLA_FFI_Metadata_Extension*>(frame->extension_start);
  extension->metadata->api_version.major_version = 7;
  return nullptr;
}

// Before the FFI: a result, and arguments.
EXPORT void untyped_add(void* out, const void** in) {
  const float* a = static_cast<const float*>(in[0]);
  const float* b = static_cast<const float*>(in[1]);
  for (int i = 0; i < 4; ++i) static_cast<float*>(out)[i] = a[i] + b[i];
}

// Several results, and a text.
EXPORT void untyped_both(void* out, const void** in, const char* text, size_t length, void*) {
  void** results = static_cast<void**>(out);
  const float x = *static_cast<const float*>(in[0]);
  *static_cast<float*>(results[0]) = x + static_cast<float>(length);
  *static_cast<float*>(results[1]) = x * (length == 0 ? 0.0f : static_cast<float>(text[0] - '0'));
}

EXPORT int64_t count_states() { return live_states; }
EXPORT int64_t count_effects() { return effects; }
EXPORT ffi::TypeId* counter_id() { return &CounterState::id; }
EXPORT ffi::TypeInfo* counter_info() { return &CounterState::info; }
