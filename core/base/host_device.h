#pragma once

/// Marks what runs on the processor and on a graphics card alike. Headers that use it hold plain structs and
/// functions only, so that a CUDA compiler reads them as they are.
#if defined(__CUDACC__)
#define LAMINA_HD __host__ __device__
#else
#define LAMINA_HD
#endif
