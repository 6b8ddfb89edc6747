# sigcost - `make help` lists the targets. Build products go to $(BUILD) alone.

CC       ?= gcc
ifeq ($(origin CC),default)
CC       := gcc
endif
BUILD    ?= build
PREFIX   ?= /usr/local
OPT      ?= -O3
WARN     := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror
CFLAGS   ?= $(OPT) -g
PKG      ?= pkg-config

# Another GMP: make GMP_DIR=/opt/gmp takes /opt/gmp/include and /opt/gmp/lib.
ifdef GMP_DIR
GMP_INC  := -I$(GMP_DIR)/include
GMP_LIB  := -L$(GMP_DIR)/lib -Wl,-rpath,$(GMP_DIR)/lib -lgmp
else
GMP_LIB  := -lgmp
endif

ALL_CPPFLAGS := -I. $(GMP_INC) -D_GNU_SOURCE $(CPPFLAGS)
ALL_CFLAGS   := -std=gnu11 $(WARN) -fPIC $(CFLAGS) $(SANITIZE)
LIBS         := $(GMP_LIB) $(shell $(PKG) --libs jansson 2>/dev/null || echo -ljansson) -ldl -lm -lpthread

# A room stands above all that it includes. ROOMS= narrows a build to the lower floors.
ROOMS    ?= bignum hash rsa ec ed25519 bench vectors
SRC      := $(filter-out bench/main.c,$(foreach r,$(ROOMS),$(wildcard $(r)/*.c)))
OBJ      := $(SRC:%.c=$(BUILD)/obj/%.o)
LIB      := $(BUILD)/libsigcost.a
TESTS    := $(patsubst tests/%.c,%,$(wildcard tests/test_*.c))

.PHONY: all help clean
all: $(BUILD)/sigcost

$(BUILD)/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

$(LIB): $(OBJ)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/sigcost: $(BUILD)/obj/bench/main.o $(LIB)
	$(CC) $(ALL_CFLAGS) $^ $(LIBS) -o $@

# The counted build: the same sources with the counters on. Tests named test_counts_* use it.
COUNTED_OBJ := $(SRC:%.c=$(BUILD)/counted/obj/%.o)
COUNTED_LIB := $(BUILD)/counted/libsigcost.a
$(BUILD)/counted/obj/%.o: %.c
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) -DCOUNT_OPS $(ALL_CFLAGS) -MMD -MP -c $< -o $@
$(COUNTED_LIB): $(COUNTED_OBJ)
	@rm -f $@
	ar rcs $@ $^
$(BUILD)/tests/test_counts_%: tests/test_counts_%.c $(COUNTED_LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) -DCOUNT_OPS $(ALL_CFLAGS) -MMD -MP $< $(COUNTED_LIB) $(LIBS) $(shell $(PKG) --libs criterion) -o $@

# make test-hash builds and runs tests/test_hash.c alone.
$(BUILD)/tests/%: tests/%.c $(LIB)
	@mkdir -p $(@D)
	$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP $< $(LIB) $(LIBS) $(shell $(PKG) --libs criterion) -o $@
test-%: $(BUILD)/tests/test_%
	$<

clean:
	rm -rf $(BUILD)

-include $(OBJ:.o=.d) $(COUNTED_OBJ:.o=.d) $(BUILD)/obj/bench/main.d $(wildcard $(BUILD)/tests/*.d)
