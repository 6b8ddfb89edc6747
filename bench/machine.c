/* machine - reads /proc, /sys and what the build left behind. */
#include <dlfcn.h>
#include <errno.h>
#include <gmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "bench/machine.h"
#include "bench/need.h"
#include "bench/timer.h"
#include "hash/sha2.h"

#ifndef SIGCOST_CFLAGS
#define SIGCOST_CFLAGS ""
#endif
#ifndef SIGCOST_COMMIT
#define SIGCOST_COMMIT "unknown"
#endif
#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

const char *machine_version(void)
{
    return SIGCOST_COMMIT;
}

/* The first line of a small file, or "". */
static void read_line(char *out, size_t len, const char *path)
{
    FILE *file = fopen(path, "r");

    out[0] = '\0';
    if (!file) {
        need_memory();
        return;
    }
    if (!fgets(out, (int)len, file))
        out[0] = '\0';
    out[strcspn(out, "\n")] = '\0';
    fclose(file);
}

/* The value of the first line "key : value" of /proc/cpuinfo. */
static char *cpuinfo(const char *key)
{
    errno = 0;
    FILE *file = fopen("/proc/cpuinfo", "r");
    char *line = NULL, *value = NULL;
    size_t room = 0, len = strlen(key);

    while (file && !value && getline(&line, &room, file) > 0) {
        char *colon = strchr(line, ':');
        if (strncmp(line, key, len) != 0 || !colon || !strchr(" \t:", line[len]))
            continue;
        colon++;
        colon[strcspn(colon, "\n")] = '\0';
        value = strdup(colon + strspn(colon, " \t"));
    }
    if (!value)
        need_memory();
    free(line);
    if (file)
        fclose(file);
    return value;
}

static int has_word(const char *words, const char *word)
{
    size_t len = strlen(word);

    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (at[len] == ' ' || at[len] == '\0'))
            return 1;
    return 0;
}

static void read_cpu(struct machine *out)
{
    static const char *const wanted[] = {"avx2",  "avx512f", "avx512vl", "avx512ifma", "avx_ifma",
                                         "bmi2",  "adx",     "sha_ni",   "sha512",     "vaes",
                                         "asimd", "sha2",    "sha3"};
    char *model = cpuinfo("model name"), *flags = cpuinfo("flags");

    if (!flags)
        flags = cpuinfo("Features");
    snprintf(out->cpu, sizeof out->cpu, "%s", model ? model : "");
    for (size_t i = 0; flags && i < sizeof wanted / sizeof wanted[0]; i++) {
        size_t used = strlen(out->features);
        if (has_word(flags, wanted[i]))
            snprintf(out->features + used, sizeof out->features - used, "%s%s", used ? " " : "",
                     wanted[i]);
    }
    if (flags) {
        snprintf(out->hypervisor, sizeof out->hypervisor, "%s",
                 has_word(flags, "hypervisor") ? "yes" : "no");
        snprintf(out->constant_tsc, sizeof out->constant_tsc, "%s",
                 has_word(flags, "constant_tsc") && has_word(flags, "nonstop_tsc") ? "yes" : "no");
    }
    free(model);
    free(flags);
}

static void read_scaling(struct machine *out)
{
    char line[32];

    read_line(out->governor, sizeof out->governor,
              "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    read_line(line, sizeof line, "/sys/devices/system/cpu/intel_pstate/no_turbo");
    if (line[0])
        snprintf(out->turbo, sizeof out->turbo, "%s", line[0] == '0' ? "on" : "off");
    read_line(line, sizeof line, "/sys/devices/system/cpu/cpufreq/boost");
    if (line[0])
        snprintf(out->turbo, sizeof out->turbo, "%s", line[0] == '1' ? "on" : "off");
    read_line(line, sizeof line, "/proc/sys/kernel/randomize_va_space");
    if (line[0])
        snprintf(out->aslr, sizeof out->aslr, "%s", line[0] == '0' ? "off" : "on");
}

static void read_date(struct machine *out)
{
    time_t now = time(NULL);
    struct tm local;
    char text[32];

    if (!localtime_r(&now, &local) || !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local))
        return;
    /* +0100 becomes +01:00, as Google Benchmark writes it */
    snprintf(out->date, sizeof out->date, "%.22s:%s", text, text + 22);
}

void machine_read(struct machine *out)
{
    struct utsname name;
    Dl_info info;
    ssize_t n;
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);

    memset(out, 0, sizeof *out);
    read_date(out);
    if (gethostname(out->host, sizeof out->host - 1) != 0)
        out->host[0] = '\0';
    n = readlink("/proc/self/exe", out->executable, sizeof out->executable - 1);
    out->executable[n > 0 ? n : 0] = '\0';
    read_cpu(out);
    read_scaling(out);
    out->cpus = cpus > 0 ? (unsigned)cpus : 1;
    out->cycle_hz = timer_system()->hz;
    out->cycles = timer_system()->cycles;
    if (getloadavg(out->load, 3) != 3)
        memset(out->load, 0, sizeof out->load);
    if (uname(&name) == 0)
        snprintf(out->kernel, sizeof out->kernel, "%.40s %.60s %.40s", name.sysname, name.release,
                 name.machine);
    out->compiler = COMPILER;
    out->flags = SIGCOST_CFLAGS;
    out->commit = SIGCOST_COMMIT;
    snprintf(out->gmp, sizeof out->gmp, "%s", gmp_version);
    if (dladdr((const void *)&gmp_version, &info) && info.dli_fname)
        snprintf(out->gmp_path, sizeof out->gmp_path, "%s", info.dli_fname);
    out->hash_engine = hash_best()->step.name;
}
