/* studies_claims - what the two studies say, and in which range we say that it holds. */
#include <math.h>

#include "bench/studies.h"

const char *const study_titles[STUDIES] = {
    [STUDY_SDG] = "Astuti and Nuraini, Benchmarking RSA and ECDSA Digital Signature Algorithms in "
                  "Support of SDGs 9 and 16, doi 10.63230/jocsis.2.1.212",
    [STUDY_XEON] = "An engineering article (in Chinese) comparing RSA-2048, P-256 and Ed25519 with "
                   "OpenSSL and libsodium on one thread of a 3.0 GHz Xeon, means of 10,000"};

const char *const studies_algs[] = {"rsa-2048",   "rsa-4096", "ecdsa-p256", "ecdsa-p384",
                                    "ecdsa-p521", "ed25519",  NULL};
const size_t studies_payloads[3] = {1024, 10240, 102400};

/* within a factor of two */
#define TWICE(x) (x) / 2.0, (x)*2.0
#define EXACT(x) (x) - 0.5, (x) + 0.5
#define ABOVE(x) (x), INFINITY

const struct claim claims[] = {
    {STUDY_SDG,
     "P-256 cuts signature storage by 72.3 % against RSA-2048 (DER)",
     "72.3 %, held within 2 points",
     {{"saving, %", MEASURE_SIG_SAVING, "ecdsa-p256", "rsa-2048", "sign", 1024, 70.3, 74.3}}},
    {STUDY_SDG,
     "its keys are generated nearly 13,000 times faster",
     "13,000, held within a factor of 2",
     {{"RSA-2048 / P-256, keygen", MEASURE_RATIO, "rsa-2048", "ecdsa-p256", "keygen", 0,
       TWICE(13000)}}},
    {STUDY_SDG,
     "it signs 10 KB about 48 times faster",
     "48, held within a factor of 2",
     {{"RSA-2048 / P-256, sign", MEASURE_RATIO, "rsa-2048", "ecdsa-p256", "sign", 10240,
       TWICE(48)}}},
    {STUDY_SDG,
     "P-384 performs strongly at a higher level",
     "faster than RSA-4096 in each operation",
     {{"RSA-4096 / P-384, keygen", MEASURE_RATIO, "rsa-4096", "ecdsa-p384", "keygen", 0, ABOVE(1)},
      {"RSA-4096 / P-384, sign", MEASURE_RATIO, "rsa-4096", "ecdsa-p384", "sign", 10240, ABOVE(1)},
      {"RSA-4096 / P-384, verify", MEASURE_RATIO, "rsa-4096", "ecdsa-p384", "verify", 10240,
       ABOVE(1)}}},
    {STUDY_SDG,
     "P-256 is the best choice for 128-bit security",
     "leads those of the study with 128 bits or more (RSA-4096, P-384, P-521) everywhere",
     {{"best other / P-256, keygen", MEASURE_LEAD_TIME, "ecdsa-p256",
       "rsa-4096,ecdsa-p384,ecdsa-p521", "keygen", 0, ABOVE(1)},
      {"sign", MEASURE_LEAD_TIME, "ecdsa-p256", "rsa-4096,ecdsa-p384,ecdsa-p521", "sign", 10240,
       ABOVE(1)},
      {"verify", MEASURE_LEAD_TIME, "ecdsa-p256", "rsa-4096,ecdsa-p384,ecdsa-p521", "verify", 10240,
       ABOVE(1)},
      {"signature bytes", MEASURE_LEAD_SIG, "ecdsa-p256", "rsa-4096,ecdsa-p384,ecdsa-p521", "sign",
       10240, ABOVE(1)},
      {"public key bytes", MEASURE_LEAD_KEY, "ecdsa-p256", "rsa-4096,ecdsa-p384,ecdsa-p521", "sign",
       10240, ABOVE(1)}}},
    {STUDY_SDG,
     "P-384 is the best choice for 192-bit security",
     "leads P-521, the study's only other with 192 bits or more, everywhere",
     {{"P-521 / P-384, keygen", MEASURE_LEAD_TIME, "ecdsa-p384", "ecdsa-p521", "keygen", 0,
       ABOVE(1)},
      {"sign", MEASURE_LEAD_TIME, "ecdsa-p384", "ecdsa-p521", "sign", 10240, ABOVE(1)},
      {"verify", MEASURE_LEAD_TIME, "ecdsa-p384", "ecdsa-p521", "verify", 10240, ABOVE(1)},
      {"signature bytes", MEASURE_LEAD_SIG, "ecdsa-p384", "ecdsa-p521", "sign", 10240, ABOVE(1)},
      {"public key bytes", MEASURE_LEAD_KEY, "ecdsa-p384", "ecdsa-p521", "sign", 10240, ABOVE(1)}}},
    {STUDY_XEON,
     "signing takes about 3200, 320, 50 us",
     "each held within a factor of 2 (other CPU)",
     {{"RSA-2048, us", MEASURE_TIME, "rsa-2048", NULL, "sign", 1024, TWICE(3200)},
      {"P-256, us", MEASURE_TIME, "ecdsa-p256", NULL, "sign", 1024, TWICE(320)},
      {"Ed25519, us", MEASURE_TIME, "ed25519", NULL, "sign", 1024, TWICE(50)}}},
    {STUDY_XEON,
     "so P-256 signs 10 times and Ed25519 64 times faster than RSA-2048",
     "10 and 64, held within a factor of 2",
     {{"RSA-2048 / P-256", MEASURE_RATIO, "rsa-2048", "ecdsa-p256", "sign", 1024, TWICE(10)},
      {"RSA-2048 / Ed25519", MEASURE_RATIO, "rsa-2048", "ed25519", "sign", 1024, TWICE(64)}}},
    {STUDY_XEON,
     "verifying takes about 120, 480, 70 us",
     "each held within a factor of 2 (other CPU)",
     {{"RSA-2048, us", MEASURE_TIME, "rsa-2048", NULL, "verify", 1024, TWICE(120)},
      {"P-256, us", MEASURE_TIME, "ecdsa-p256", NULL, "verify", 1024, TWICE(480)},
      {"Ed25519, us", MEASURE_TIME, "ed25519", NULL, "verify", 1024, TWICE(70)}}},
    {STUDY_XEON,
     "so P-256 verifies 4 times slower and Ed25519 1.7 times faster than RSA-2048",
     "4 and 1.7, held within a factor of 2",
     {{"P-256 / RSA-2048", MEASURE_RATIO, "ecdsa-p256", "rsa-2048", "verify", 1024, TWICE(4)},
      {"RSA-2048 / Ed25519", MEASURE_RATIO, "rsa-2048", "ed25519", "verify", 1024, TWICE(1.7)}}},
    {STUDY_XEON,
     "signatures have 256, 64, 64 bytes",
     "exactly, raw",
     {{"RSA-2048", MEASURE_SIG_BYTES, "rsa-2048", NULL, "sign", 1024, EXACT(256)},
      {"P-256", MEASURE_SIG_BYTES, "ecdsa-p256", NULL, "sign", 1024, EXACT(64)},
      {"Ed25519", MEASURE_SIG_BYTES, "ed25519", NULL, "sign", 1024, EXACT(64)}}},
    {STUDY_XEON,
     "key generation is slow, fast, very fast",
     "RSA at least 10 times slower than P-256, Ed25519 faster than P-256",
     {{"RSA-2048 / P-256", MEASURE_RATIO, "rsa-2048", "ecdsa-p256", "keygen", 0, ABOVE(10)},
      {"P-256 / Ed25519", MEASURE_RATIO, "ecdsa-p256", "ed25519", "keygen", 0, ABOVE(1)}}},
    {STUDY_XEON,
     "strengths are about 112, 128, 128 bits",
     "by SP 800-57 part 1 rev. 5 table 2; RFC 8032 5.1 (not measured)",
     {{"RSA-2048", MEASURE_STRENGTH, "rsa-2048", NULL, "sign", 1024, EXACT(112)},
      {"P-256", MEASURE_STRENGTH, "ecdsa-p256", NULL, "sign", 1024, EXACT(128)},
      {"Ed25519", MEASURE_STRENGTH, "ed25519", NULL, "sign", 1024, EXACT(128)}}},
    {STUDY_XEON,
     "signing: Ed25519 > P-256 >> RSA",
     "Ed25519 faster than P-256, P-256 at least 5 times faster than RSA-2048",
     {{"P-256 / Ed25519", MEASURE_RATIO, "ecdsa-p256", "ed25519", "sign", 1024, ABOVE(1)},
      {"RSA-2048 / P-256", MEASURE_RATIO, "rsa-2048", "ecdsa-p256", "sign", 1024, ABOVE(5)}}},
    {STUDY_XEON,
     "verifying: Ed25519 about RSA > P-256",
     "Ed25519 and RSA-2048 within a factor of 2, RSA-2048 faster than P-256",
     {{"Ed25519 / RSA-2048", MEASURE_RATIO, "ed25519", "rsa-2048", "verify", 1024, TWICE(1)},
      {"P-256 / RSA-2048", MEASURE_RATIO, "ecdsa-p256", "rsa-2048", "verify", 1024, ABOVE(1)}}},
    {0},
};

size_t claim_count(void)
{
    size_t n = 0;

    while (claims[n].says)
        n++;
    return n;
}
