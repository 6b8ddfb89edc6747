/* vectors - `sigcost vectors`: test-vector suites on any implementation. */
#ifndef SIGCOST_VECTORS_H
#define SIGCOST_VECTORS_H

/* argv[0] is the command's name. Exit codes: 0 all passed, 1 a check failed, 2 wrong use or unreadable
 * input, with a line on stderr that says what and where. */
int command_vectors(int argc, char **argv);

#endif
