/* options - what the commands share in reading their arguments. Each function that fails has printed one line on
 * stderr, "sigcost COMMAND: ...", and the command ends with EXIT_WRONG_USE. */
#ifndef SIGCOST_OPTIONS_H
#define SIGCOST_OPTIONS_H

#include <getopt.h>
#include <stdio.h>

#include "bench/bench.h"

/* The three ways a command ends. */
enum { EXIT_GOOD = 0, EXIT_CHECK_FAILED = 1, EXIT_WRONG_USE = 2 };

__attribute__((format(printf, 2, 3))) int wrong_use(const char *command, const char *format, ...);

/* getopt_long without its own messages; in their place one of ours. -1 at the end, '?' after a message. */
int next_option(int argc, char **argv, const struct option *options);

/* Comma-separated names. alg takes hashes too (sha-256), "all" and "tables". */
enum result parse_algs(struct selection *out, const char *list, const char *command);
/* ops, allowed: bits 1 << enum op. The message calls the list `what`, "--op", and names those that are allowed. */
#define OPS_OF_KEYS (1u << OP_KEYGEN | 1u << OP_SIGN | 1u << OP_VERIFY | 1u << OP_REJECT)
enum result parse_ops(unsigned *ops, const char *list, unsigned allowed, const char *what,
                      const char *command);
/* Checks each name against the registry: a peer that is not here is an error that says how to get it. The text
 * must outlive the selection. */
enum result parse_impls(struct selection *out, char *list, const char *command);
/* 512, 1K, 10k, 4M: K = 1024. */
enum result parse_payloads(struct selection *out, const char *list, const char *command);
/* Whole numbers in [low, high]; decimal numbers as 2, 2.5, .5, 2. or 25e-1, without a sign before them and with a
 * point whatever the locale, in (0, high]. */
enum result parse_count(unsigned *out, const char *text, unsigned low, unsigned high,
                        const char *option, const char *command);
enum result parse_seconds(double *out, const char *text, double high, const char *option,
                          const char *command);

#endif
