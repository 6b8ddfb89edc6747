/* declassify - where a secret becomes public, for the checkers that `make ct` runs.
 *
 * Nothing in normal builds. With -DCT_CHECK secrets are marked as undefined memory and a checker
 * (valgrind's memcheck, or clang's MemorySanitizer where the build has it) reports each branch and
 * address that depends on them. A value that is published, or a decision of one bit that may be
 * known, is marked as defined here: each use says in a comment why it may be known.
 */
#ifndef SIGCOST_DECLASSIFY_H
#define SIGCOST_DECLASSIFY_H

#ifdef CT_CHECK
#ifdef __has_feature
#if __has_feature(memory_sanitizer)
#define CT_MSAN 1
#endif
#endif
#ifdef CT_MSAN
#include <sanitizer/msan_interface.h>
#define DECLASSIFY(at, len) __msan_unpoison(at, len)
#else
#include <valgrind/memcheck.h>
#define DECLASSIFY(at, len) ((void)VALGRIND_MAKE_MEM_DEFINED(at, len))
#endif
#else
#define DECLASSIFY(at, len) ((void)0)
#endif

#endif
