/* commands - one line a command in bench/main.c; each has a file of its own. */
#ifndef SIGCOST_COMMANDS_H
#define SIGCOST_COMMANDS_H

/* argv[0] is the command's name. Returns the exit code: 0 done, 1 a check failed, 2 wrong use. */
int command_list(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_explain(int argc, char **argv);
int command_ladder(int argc, char **argv);
int command_batch(int argc, char **argv);
int command_scale(int argc, char **argv);
int command_compare(int argc, char **argv);
int command_studies(int argc, char **argv);
int command_leak(int argc, char **argv);
int command_report(int argc, char **argv);

#endif
