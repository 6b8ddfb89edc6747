/* encode - numbers of a vector file to the octets that the contract's keys and signatures want. */
#ifndef SIGCOST_VECTOR_ENCODE_H
#define SIGCOST_VECTOR_ENCODE_H

#include "vectors/case.h"
#include "vectors/source.h"

/* Octets of an EC field element or scalar of so many bits. */
size_t width_of(unsigned bits);

/* out = 04 || x || y, each as wide as the field; or, where a coordinate is too wide for the field,
 * as wide as that one, which makes an encoding that every implementation has to refuse (CAVP's PKV
 * files have such keys). FAILED: out of memory. */
enum result encode_point(struct bytes *out, struct arena *arena, struct bytes x, struct bytes y,
                         unsigned bits);

/* *form and out: r || s in fixed width, or DER where one of them is too wide for that. FAILED: out of
 * memory. */
enum result encode_signature(struct bytes *out, enum sig_form *form, struct arena *arena,
                             struct bytes r, struct bytes s, unsigned bits);

/* p and q out of a PKCS #8 PrivateKeyInfo with an RSAPrivateKey (RFC 5958, RFC 8017 A.1.2). FAILED: it is
 * not one. The octets point into pkcs8. */
enum result decode_pkcs8_primes(struct bytes *p, struct bytes *q, struct bytes pkcs8);

#endif
