/* read - one reader per published format, and the one door in front of them.
 *
 * A reader checks all that its format promises: types, hex, counts, ids, names. DONE: every case went
 * to the sink; *skip is NULL, or why the whole file is out of scope (then there were no cases). FAILED: the
 * source's error line is set, or the sink stopped. A file with no case at all is an error.
 */
#ifndef SIGCOST_VECTOR_READ_H
#define SIGCOST_VECTOR_READ_H

#include "vectors/case.h"
#include "vectors/json.h"

/* Wycheproof, and what is in its shape: rfc6979, rfc8032, fips180, pkcs1v15sign-vectors. */
enum result read_wycheproof(const char **skip, struct source *source, const json_t *root,
                            struct case_sink *sink);
/* NIST ACVP internalProjection: parameters and answers in one file. */
enum result read_acvp(const char **skip, struct source *source, const json_t *root,
                      struct case_sink *sink);
/* NIST CAVP .rsp and .txt. */
enum result read_cavp(const char **skip, struct source *source, struct case_sink *sink);
/* The Ed25519 authors' sign.input. */
enum result read_sign_input(const char **skip, struct source *source, struct case_sink *sink);

/* What kind of file this is, by its name and then its first octets, and parsed once: */
struct vector_file {
    struct source source;
    json_t *root; /* NULL for text */
    enum result (*read)(const char **skip, struct vector_file *file, struct case_sink *sink);
};

/* FAILED: file->source.error says why; file holds nothing then. */
enum result vector_file_open(struct vector_file *file, const char *path);
void vector_file_close(struct vector_file *file);

#endif
