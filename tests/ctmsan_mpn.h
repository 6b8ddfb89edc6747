/* ctmsan_mpn - GMP is not built for the sanitizer: its functions neither look at shadows nor write
 * them. Those that a private operation calls are wrapped (linked with --wrap, CTMSAN_WRAP in the
 * Makefile): a result is poisoned as a whole if any operand is, else clean. What they do inside is
 * valgrind's to check. mpz functions are not wrapped: key set-up is not checked here. */
#ifndef SIGCOST_TEST_CTMSAN_MPN_H
#define SIGCOST_TEST_CTMSAN_MPN_H

#include <gmp.h>
#include <sanitizer/msan_interface.h>

static int dirty(const void *at, mp_size_t limbs)
{
    return limbs > 0 && __msan_test_shadow(at, (size_t)limbs * sizeof(mp_limb_t)) != -1;
}

static void mark(void *at, mp_size_t limbs, int is_dirty)
{
    if (is_dirty)
        __msan_poison(at, (size_t)limbs * sizeof(mp_limb_t));
    else
        __msan_unpoison(at, (size_t)limbs * sizeof(mp_limb_t));
}

#define WRAP(type, name, ...)                                                                      \
    type __real___gmpn_##name(__VA_ARGS__);                                                        \
    type __wrap___gmpn_##name(__VA_ARGS__);                                                        \
    type __wrap___gmpn_##name(__VA_ARGS__)

#define RETURN_LIMB(r, n, is_dirty, call)                                                          \
    do {                                                                                           \
        int d_ = (is_dirty);                                                                       \
        mp_limb_t c_ = (call);                                                                     \
        mark(&c_, 1, d_);                                                                          \
        mark(r, n, d_);                                                                            \
        return c_;                                                                                 \
    } while (0)

WRAP(mp_limb_t, add_n, mp_ptr r, mp_srcptr a, mp_srcptr b, mp_size_t n)
{
    RETURN_LIMB(r, n, dirty(a, n) || dirty(b, n), __real___gmpn_add_n(r, a, b, n));
}

WRAP(mp_limb_t, sub_n, mp_ptr r, mp_srcptr a, mp_srcptr b, mp_size_t n)
{
    RETURN_LIMB(r, n, dirty(a, n) || dirty(b, n), __real___gmpn_sub_n(r, a, b, n));
}

WRAP(mp_limb_t, addmul_1, mp_ptr r, mp_srcptr a, mp_size_t n, mp_limb_t b)
{
    RETURN_LIMB(r, n, dirty(r, n) || dirty(a, n) || dirty(&b, 1),
                __real___gmpn_addmul_1(r, a, n, b));
}

WRAP(mp_limb_t, submul_1, mp_ptr r, mp_srcptr a, mp_size_t n, mp_limb_t b)
{
    RETURN_LIMB(r, n, dirty(r, n) || dirty(a, n) || dirty(&b, 1),
                __real___gmpn_submul_1(r, a, n, b));
}

WRAP(mp_limb_t, cnd_add_n, mp_limb_t c, mp_ptr r, mp_srcptr a, mp_srcptr b, mp_size_t n)
{
    RETURN_LIMB(r, n, dirty(&c, 1) || dirty(a, n) || dirty(b, n),
                __real___gmpn_cnd_add_n(c, r, a, b, n));
}

WRAP(mp_limb_t, cnd_sub_n, mp_limb_t c, mp_ptr r, mp_srcptr a, mp_srcptr b, mp_size_t n)
{
    RETURN_LIMB(r, n, dirty(&c, 1) || dirty(a, n) || dirty(b, n),
                __real___gmpn_cnd_sub_n(c, r, a, b, n));
}

WRAP(mp_limb_t, rshift, mp_ptr r, mp_srcptr a, mp_size_t n, unsigned shift)
{
    RETURN_LIMB(r, n, dirty(a, n), __real___gmpn_rshift(r, a, n, shift));
}

WRAP(void, cnd_swap, mp_limb_t c, volatile mp_limb_t *a, volatile mp_limb_t *b, mp_size_t n)
{
    int d = dirty(&c, 1) || dirty((mp_srcptr)a, n) || dirty((mp_srcptr)b, n);

    __real___gmpn_cnd_swap(c, a, b, n);
    mark((mp_ptr)a, n, d);
    mark((mp_ptr)b, n, d);
}

WRAP(void, copyi, mp_ptr r, mp_srcptr a, mp_size_t n)
{
    int d = dirty(a, n);

    __real___gmpn_copyi(r, a, n);
    if (n > 0)
        mark(r, n, d);
}

WRAP(void, zero, mp_ptr r, mp_size_t n)
{
    __real___gmpn_zero(r, n);
    if (n > 0)
        mark(r, n, 0);
}

WRAP(void, com, mp_ptr r, mp_srcptr a, mp_size_t n)
{
    int d = dirty(a, n);

    __real___gmpn_com(r, a, n);
    mark(r, n, d);
}

WRAP(void, sec_mul, mp_ptr r, mp_srcptr a, mp_size_t an, mp_srcptr b, mp_size_t bn, mp_ptr scratch)
{
    int d = dirty(a, an) || dirty(b, bn);

    __real___gmpn_sec_mul(r, a, an, b, bn, scratch);
    mark(r, an + bn, d);
}

#endif
