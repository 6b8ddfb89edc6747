/* command_explain_check - what the arguments of explain mean together. */
#include <string.h>

#include "bench/explain.h"
#include "bench/options.h"

static const struct {
    enum explain_given given;
    const char *name;
} given_names[] = {{GIVEN_IMPL, "--impl"},       {GIVEN_PAYLOAD, "--payload"},
                   {GIVEN_SECONDS, "--seconds"}, {GIVEN_DEPTH, "--depth"},
                   {GIVEN_KEYS, "--keys"},       {GIVEN_SAME, "--same-candidates"},
                   {GIVEN_TOY, "--toy"},         {GIVEN_JSON, "--json"}};

/* Refuses options other than those of `taken`. */
static int check_given(const struct explain_request *request, unsigned taken, const char *what,
                       const char *command)
{
    for (size_t i = 0; i < sizeof given_names / sizeof given_names[0]; i++)
        if (request->given & given_names[i].given & ~taken)
            return wrong_use(command, "%s has no effect with %s", given_names[i].name, what);
    return 0;
}

int explain_is_many(const struct explain_request *request)
{
    return !request->alg || strcmp(request->impl, "all") == 0 ||
           (request->ops & (request->ops - 1)) != 0;
}

/* Of an operation or several. */
static int check_effect(struct explain_request *request, const char *command)
{
    const unsigned every = ~0u;
    int code = 0, rsa_keygen = request->ops & 1u << OP_KEYGEN &&
                               (!request->alg || request->alg->family == FAMILY_RSA);

    if (request->same_candidates) {
        if (!request->alg || request->alg->family != FAMILY_RSA || request->ops != 1u << OP_KEYGEN)
            return wrong_use(command, "--same-candidates goes with an RSA keygen alone");
        if (!(request->given & GIVEN_IMPL))
            request->impl = "all";
        return check_given(request, GIVEN_IMPL | GIVEN_KEYS | GIVEN_SAME | GIVEN_TOY | GIVEN_JSON,
                           "--same-candidates", command);
    }
    if (!rsa_keygen)
        code = check_given(request, every & ~GIVEN_KEYS, "anything but an RSA keygen", command);
    if (code == 0 && request->ops == 1u << OP_KEYGEN)
        code = check_given(request, every & ~GIVEN_PAYLOAD, "keygen alone: it has no message",
                           command);
    if (code == 0 && explain_is_many(request))
        code = check_given(request, every & ~GIVEN_DEPTH, "a line for each, which is no tree",
                           command);
    return code;
}

int explain_check(struct explain_request *request, const char *command)
{
    request->ops = 1u << OP_KEYGEN | 1u << OP_SIGN | 1u << OP_VERIFY;
    if (request->questions)
        return request->what
                   ? wrong_use(command, "unexpected argument \"%.60s\": --questions stands alone",
                               request->what)
                   : check_given(request, 0, "--questions", command);
    if (!request->what)
        return wrong_use(command, "an algorithm is wanted; see sigcost explain --help");
    if (strcmp(request->what, "fields") == 0)
        return request->op_name
                   ? wrong_use(command, "explain fields takes no operation")
                   : check_given(request, GIVEN_SECONDS | GIVEN_JSON, "explain fields", command);
    if (strcmp(request->what, "all") != 0) {
        request->alg = alg_by_name(request->what);
        if (!request->alg)
            return wrong_use(command, "unknown algorithm \"%.60s\"; see sigcost list",
                             request->what);
        if (!request->op_name)
            return wrong_use(command, "an operation is wanted: keygen, sign, verify or reject");
    }
    if (request->op_name &&
        parse_ops(&request->ops, request->op_name, OPS_OF_KEYS, "operation", command) != DONE)
        return EXIT_WRONG_USE;
    if (request->alg && request->alg->family == FAMILY_RSA && request->alg->bits < 2048 &&
        !request->toy)
        return wrong_use(command, "%s is below 2048 bits, for study only: it wants --toy",
                         request->alg->name);
    return check_effect(request, command);
}
