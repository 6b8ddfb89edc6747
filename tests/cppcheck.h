/* What cppcheck, which reads no system header, is told of Criterion, jansson and GMP: `make lint`. */
#define Test(suite, name, ...)      void suite##_##name(void)
#define TestSuite(suite, ...)       int suite##_suite
#define json_array_foreach(a, i, v) for ((i) = 0; ((v) = json_array_get((a), (i))); (i)++)
#define json_object_foreach(o, k, v)                                                               \
    for ((k) = json_next(o); ((v) = json_object_get((o), (k))); (k) = json_next(o))
#define GMP_NUMB_BITS 64
#define GMP_NAIL_BITS 0
