/* command_explain_questions - what students of cost ask, and what answers it on this machine. */
#include "bench/explain.h"

static const struct {
    const char *question, *command, *where;
} questions[] = {
    {"Why does RSA verify so much faster than it signs, and faster than ECDSA verifies?",
     "sigcost ladder rsa-2048", "columns S and M of sign and verify: thousands against 17"},
    {"Why can a signature of the discrete-logarithm kind verify slower than RSA's?",
     "sigcost bench --alg rsa-2048,ecdsa-p256 --op verify --impl self",
     "the two verify rows; explain ecdsa-p256 verify shows the doublings and additions behind"},
    {"Why is the price of an inversion in products (I/M) studied, and may additions be neglected?",
     "sigcost explain fields", "columns I/M and A/M"},
    {"How many products does it take to add or double a point?",
     "sigcost explain ecdsa-p256 sign --impl jacobian",
     "the children of point_double and point_add, for one each: count over count"},
    {"How many field products does one scalar multiplication take?",
     "sigcost ladder ecdsa-p256 --op sign", "columns M and S, step by step"},
    {"Why does ECDSA verification cost more than signing, and what does Shamir's trick save?",
     "sigcost ladder ecdsa-p256 --op sign,verify",
     "doublings from jacobian to window: two chains become one"},
    {"Why is Ed25519 faster than P-256?", "sigcost ladder",
     "the rows of both; explain fields shows the cheaper prime"},
    {"If the key doubles, how much slower are keygen, sign and verify?", "sigcost scale rsa",
     "the fitted exponents, and those that the counts predict"},
    {"What does the Chinese remainder theorem buy, and why about four times?",
     "sigcost ladder rsa-2048 --op sign", "limb products and gain from montgomery to crt"},
    {"What is inside of GMP's modular power: windows, Montgomery?",
     "sigcost ladder rsa-2048 --op sign",
     "steps window and montgomery, each idea alone, beside the row gmp"},
    {"How many candidates until a prime, and why does keygen time jump about?",
     "sigcost explain rsa-2048 keygen", "expected and actual, and the histogram"},
    {"How many Miller-Rabin rounds are run, and who pays for them?",
     "sigcost explain rsa-2048 keygen", "the lines below the tree: one a composite, all a prime"},
    {"How does the time depend on the exponent e?", "sigcost explain rsa-2048 verify",
     "e = 65537: mod_sqr 16 and mod_mul; linear in its bits, and in its ones"},
    {"From which message size on does hashing dominate?", "sigcost scale payload",
     "a, b and the payload a/b of each algorithm"},
    {"Why is SHA-512 faster than SHA-256 on 64-bit machines, and then not?",
     "sigcost bench --alg sha-256,sha-512 --impl all --payload 1K,100K",
     "rows unrolled against unrolled, cpu against cpu"},
    {"Ed25519 hashes the message twice: what does that cost for long ones?",
     "sigcost explain ed25519 sign --payload 100K", "the two hashes, each with its share"},
    {"Why are P-384 and P-521 so slow in some libraries, and P-521 sometimes the faster?",
     "sigcost bench --alg ecdsa-p384,ecdsa-p521 --op sign,verify --impl all,peers",
     "steps over the same formulas against the libraries; explain fields for the two primes"},
    {"What does constant time cost?", "sigcost ladder rsa-2048 --op sign",
     "crt to hardened: a gain below 1 is the price; table scans beside it"},
    {"How much slower is code of one's own than a library, and where is the factor?",
     "sigcost ladder ecdsa-p256 --op sign",
     "counts fall from step to step, then the price of a product; the libraries below"},
    {"How much do keys and signatures weigh?", "sigcost bench --op sign --impl self",
     "the sizes below the table, raw and encoded"},
};

void explain_questions(FILE *to)
{
    for (size_t i = 0; i < sizeof questions / sizeof questions[0]; i++)
        fprintf(to, "Q%zu  %s\n     %s\n     see: %s\n", i + 1, questions[i].question,
                questions[i].command, questions[i].where);
}
