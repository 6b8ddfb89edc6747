/* counted_entry - what counted.so exports; nothing in the timed build. */
#include "bench/counted.h"
#include "bench/registry.h"

#ifdef COUNT_OPS
__attribute__((visibility("default"))) const struct counted *sigcost_counted(void);

const struct counted *sigcost_counted(void)
{
    static const struct counted counted = {.contract = COUNTED_CONTRACT,
                                           .ops = OP_COUNT,
                                           .count = op_count,
                                           .phases_open = phases_open,
                                           .phases_close = phases_close,
                                           .rows = self_rows,
                                           .hash_rows = self_hash_rows,
                                           .rsa_engines = rsa_engines,
                                           .rsa_keygen = rsa_keygen,
                                           .rsa_keygen_from = rsa_keygen_from};

    return &counted;
}
#endif
