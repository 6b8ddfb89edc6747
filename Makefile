# sigcost - `make help` lists the targets. Build products go to $(BUILD) alone.
.DEFAULT_GOAL := all

ifeq ($(origin CC),default)
CC       := gcc
endif
BUILD    ?= build
PREFIX   ?= /usr/local
DESTDIR  ?=
OPT      ?= -O3
PKG      ?= pkg-config
Q        := $(if $(V),,@)
WARN     := -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Werror
CFLAGS   ?= $(OPT) -g1

# Another GMP: make GMP_DIR=/opt/gmp takes /opt/gmp/include and /opt/gmp/lib.
ifdef GMP_DIR
ifeq ($(wildcard $(GMP_DIR)/include/gmp.h),)
$(error GMP_DIR=$(GMP_DIR): there is no include/gmp.h)
endif
GMP_INC  := -I$(GMP_DIR)/include
GMP_LIB  := -L$(GMP_DIR)/lib -Wl,-rpath,$(GMP_DIR)/lib -lgmp
else
GMP_LIB  := -lgmp
endif

COMMIT       := $(shell git describe --always --dirty 2>/dev/null || echo unknown)
# 32-bit machines: files of any size, inode numbers and dates past 2038.
ALL_CPPFLAGS = -I. $(GMP_INC) -D_GNU_SOURCE -D_FILE_OFFSET_BITS=64 -D_TIME_BITS=64 $(CPPFLAGS)
ALL_CFLAGS   := -std=gnu11 $(WARN) -fPIC -fvisibility=hidden $(CFLAGS) $(SANITIZE)
LIBS         := $(GMP_LIB) -ljansson -ldl -lm -lpthread

# A room stands above all that it includes. ROOMS= narrows a build to the lower floors.
ROOMS    ?= bignum hash rsa ec ed25519 bench vectors
SRC      := $(filter-out bench/main.c $(wildcard */*_gen.c),$(foreach r,$(ROOMS),$(wildcard $(r)/*.c)))
OBJ      := $(SRC:%.c=$(BUILD)/obj/%.o)
LIB      := $(BUILD)/libsigcost.a

# Fixed-base tables of the limb engines, made by a program of this tree from the curves' definitions.
# Crossing: HOSTCC makes the generator for the machine that builds.
HOSTCC   ?= $(CC)
$(BUILD)/gen/ec_tables_gen: ec/tables_gen.c ec/limbs_shape.h
	@mkdir -p $(@D)
	@echo "  HOST  $<"
	$(Q)$(HOSTCC) -std=gnu11 -O2 -I. $(GMP_INC) $< $(GMP_LIB) -o $@
$(BUILD)/gen/ec_limbs_tables.h: $(BUILD)/gen/ec_tables_gen
	@echo "  GEN   $@"
	$(Q)$< >$@.new && mv $@.new $@
$(BUILD)/obj/ec/engine_limbs_tables.o $(BUILD)/counted/obj/ec/engine_limbs_tables.o: $(BUILD)/gen/ec_limbs_tables.h
$(BUILD)/obj/ec/engine_limbs_tables.o $(BUILD)/counted/obj/ec/engine_limbs_tables.o: ALL_CPPFLAGS += -I$(BUILD)/gen
$(BUILD)/gen/ed25519_tables_gen: ed25519/tables_gen.c ed25519/tables.h
	@mkdir -p $(@D)
	@echo "  HOST  $<"
	$(Q)$(HOSTCC) -std=gnu11 -O2 -I. $(GMP_INC) $< $(GMP_LIB) -o $@
$(BUILD)/gen/ed25519_tables.h: $(BUILD)/gen/ed25519_tables_gen
	@echo "  GEN   $@"
	$(Q)$< >$@.new && mv $@.new $@
ED25519_OBJ := $(foreach s,$(filter ed25519/%,$(SRC)),$(s:%.c=$(BUILD)/obj/%.o) $(s:%.c=$(BUILD)/counted/obj/%.o))
$(ED25519_OBJ): $(BUILD)/gen/ed25519_tables.h
$(ED25519_OBJ): ALL_CPPFLAGS += -I$(BUILD)/gen

.PHONY: FORCE all help deps deps-dev bench test test-long oracle vectors report asan asan-run tsan coverage coverage-run analyze fuzz fuzz-smoke fuzz-build cross-test cross-build levels level-run ct ct-run ctmsan-run lint format clean install peers tests
all: $(BUILD)/sigcost $(BUILD)/counted.so peers

help:
	@echo "all        $(BUILD)/sigcost and the peers that are installed (the default)"
	@echo "deps       install what is missing with apt-get, and say what it installs;  deps-dev  for all targets below"
	@echo "bench      the side-by-side table, and $(BUILD)/bench.json"
	@echo "test       every test; the slow steps run a spread sample of the vectors"
	@echo "test-long  hashes of more than 4 GiB"
	@echo "oracle     the kernels' tests against GMP with one seed after another (ORACLE_RUNS=10)"
	@echo "vectors    every vector on every step and every library (minutes)"
	@echo "report     $(BUILD)/report.html: one page with tables and plots (3 minutes)"
	@echo "asan       the tests under AddressSanitizer and UndefinedBehaviorSanitizer (clang)"
	@echo "ct         constant time: secrets marked undefined, under valgrind and MemorySanitizer"
	@echo "fuzz       each fuzzer for FUZZ_SECONDS=$(FUZZ_SECONDS) (clang);  fuzz-smoke  all in a minute"
	@echo "cross-test the tests on ARCH=aarch64|armhf|i386|s390x under qemu;  levels  at -O0 to -O3, gcc and clang"
	@echo "coverage   lines and branches of the rooms (lcov);  tsan  bench --threads under ThreadSanitizer"
	@echo "analyze    clang-tidy and gcc's -fanalyzer (10 minutes)"
	@echo "lint       clang-format and cppcheck;  format  rewrites the sources"
	@echo "install    to PREFIX=$(PREFIX);  clean  removes $(BUILD)"
	@echo "variables  V=1 shows each command  CC=gcc|clang  OPT=-O3  GMP_DIR=/path  BUILD=build  PREFIX=/usr/local"

# What everything is compiled with: another compiler or other flags make all objects again.
BUILT_WITH = $(strip $(CC) $(ALL_CFLAGS) $(CPPFLAGS) $(GMP_INC) $(KERNEL_CFLAGS))
$(BUILD)/flags: FORCE
	@mkdir -p $(@D)
	@printf '%s\n' '$(subst ','\'',$(BUILT_WITH))' | cmp -s - $@ || printf '%s\n' '$(subst ','\'',$(BUILT_WITH))' >$@
FORCE:

$(BUILD)/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  CC    $<"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP -c $< -o $@

# At -O0 gcc and clang hold each operand's address in a register of its own, and this assembly leaves none.
ifeq ($(filter-out -O0,$(filter -O%,$(CFLAGS))),)
$(BUILD)/obj/ec/%_adx.o: ALL_CFLAGS += -O1
endif

$(LIB): $(OBJ)
	@rm -f $@
	@echo "  AR    $@"
	$(Q)ar rcs $@ $^

$(BUILD)/sigcost: $(BUILD)/obj/bench/main.o $(LIB)
	@echo "  LINK  $@"
	$(Q)$(CC) $(ALL_CFLAGS) $^ $(LIBS) -o $@

# Where an installed sigcost finds its peers and vectors, and what results record of their build.
$(BUILD)/obj/bench/peer_list.o: ALL_CPPFLAGS += -DSIGCOST_PREFIX='"$(PREFIX)"'
$(BUILD)/obj/vectors/%.o: ALL_CPPFLAGS += -DSIGCOST_VECTORS='"$(PREFIX)/share/sigcost/vectors"'
# The stamp changes with the commit, which makes machine.o alone again.
STAMP    := $(COMMIT)
$(BUILD)/stamp: FORCE
	@mkdir -p $(@D)
	@echo '$(STAMP)' | cmp -s - $@ || echo '$(STAMP)' >$@
$(BUILD)/obj/bench/machine.o $(BUILD)/counted/obj/bench/machine.o: $(BUILD)/stamp
$(BUILD)/obj/bench/machine.o: ALL_CPPFLAGS += -DSIGCOST_CFLAGS='"$(strip $(CFLAGS) $(SANITIZE))"' \
                                              -DSIGCOST_COMMIT='"$(COMMIT)"'

# The counted build: the same sources with the counters on. Nobody times it, so -O1 will do, and their
# warnings have been seen in the timed build. Tests named test_counts_* use it.
COUNTED_OBJ := $(SRC:%.c=$(BUILD)/counted/obj/%.o)
COUNTED_LIB := $(BUILD)/counted/libsigcost.a
$(BUILD)/counted/obj/%.o: %.c $(BUILD)/flags
	@mkdir -p $(@D)
	@echo "  CC    $< (counted)"
	$(Q)$(CC) $(ALL_CPPFLAGS) -DCOUNT_OPS $(ALL_CFLAGS) -O1 -g0 -w -MMD -MP -c $< -o $@
$(COUNTED_LIB): $(COUNTED_OBJ)
	@rm -f $@
	@echo "  AR    $@"
	$(Q)ar rcs $@ $^
# What ladder, explain and scale count with: that tree behind one function, bound to its own symbols.
$(BUILD)/counted.so: $(BUILD)/counted/obj/bench/counted_entry.o $(COUNTED_LIB)
	@echo "  LINK  $@"
	$(Q)$(CC) $(ALL_CFLAGS) -shared -Wl,-Bsymbolic,--exclude-libs,ALL $^ $(LIBS) -o $@

# Peers: one shared object for each library of bench/peers/peers.txt that is on this machine; its
# sources are bench/peers/NAME.c and NAME_*.c, and what they share.
PEER_TABLE := bench/peers/peers.txt
PEER_PROBE := $(shell CC="$(CC)" PKG_CONFIG="$(PKG)" sh bench/peers/probe.sh | sed 's/ /:/g')
PEERS      := $(foreach p,$(PEER_PROBE),$(firstword $(subst :, ,$(p))))
peer_flags  = $(wordlist 2,99,$(subst :, ,$(filter $(1):%,$(PEER_PROBE))))
peer_src    = $(wildcard bench/peers/$(1).c bench/peers/$(1)_*.c)
PEER_BASE  := $(patsubst %.c,$(BUILD)/obj/%.o,$(wildcard bench/peers/peer_*.c))
PEER_SO    := $(PEERS:%=$(BUILD)/peers/%.so)
peers: $(PEER_SO)
define peer_rules
$(BUILD)/obj/bench/peers/$(1).o $(BUILD)/obj/bench/peers/$(1)_%.o: ALL_CPPFLAGS += $(filter -I% -D%,$(call peer_flags,$(1)))
$(BUILD)/peers/$(1).so: $(patsubst %.c,$(BUILD)/obj/%.o,$(call peer_src,$(1))) $(PEER_BASE) $(LIB)
	@mkdir -p $$(@D)
	@echo "  LINK  $$@"
	$(Q)$(CC) $(ALL_CFLAGS) -shared -Wl,-Bsymbolic,--exclude-libs,ALL $(if $(SANITIZE),,-Wl,--no-undefined) $$^ $(GMP_LIB) $(filter-out -I% -D%,$(call peer_flags,$(1))) -o $$@
endef
$(foreach p,$(PEERS),$(eval $(call peer_rules,$(p))))

# Tests: `make test-hash` builds and runs tests/test_hash.c alone.
TESTS      := $(patsubst tests/%.c,%,$(wildcard tests/test_*.c))
LONG_TESTS := $(filter test_long_%,$(TESTS))
FAST_TESTS := $(filter-out $(LONG_TESTS),$(TESTS))
TEST_LIBS  = $(LIBS) $(shell $(PKG) --libs criterion)
$(BUILD)/tests/test_counts_%: tests/test_counts_%.c $(COUNTED_LIB)
	@mkdir -p $(@D)
	@echo "  TEST  $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) -DCOUNT_OPS $(ALL_CFLAGS) -O1 -MMD -MP $< $(COUNTED_LIB) $(TEST_LIBS) -o $@
$(BUILD)/tests/%: tests/%.c $(LIB)
	@mkdir -p $(@D)
	@echo "  TEST  $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -O1 -MMD -MP $< $(LIB) $(TEST_LIBS) -o $@
$(addprefix test-,faults_alloc faults_alloc_counts faults_alloc_studies faults_output outputs cli matrix symbols peers peers_refusals vectors vectors_report vectors_run compare_command questions studies report threads): all
# It runs the program and counts.
$(BUILD)/tests/test_explain: | $(BUILD)/sigcost $(BUILD)/counted.so
test-%: $(BUILD)/tests/test_%
	SIGCOST_BUILD=$(BUILD) $<

# Constant time: tests/ct_*.c under valgrind with gcc's code and with clang's; tests/ctmsan_*.c, for what
# valgrind does not run, under clang's MemorySanitizer. valgrind 3.19 reads clang's DWARF only up to 4.
CT_TESTS    := $(patsubst tests/%.c,%,$(wildcard tests/ct_*.c))
CTMSAN_TESTS := $(patsubst tests/%.c,%,$(wildcard tests/ctmsan_*.c))
CT_ROOMS    := bignum hash rsa ec ed25519
VALGRIND    := valgrind -q --error-limit=no --expensive-definedness-checks=yes
$(BUILD)/tests/ct_%: tests/ct_%.c $(LIB)
	@mkdir -p $(@D)
	@echo "  TEST  $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -Wno-psabi -MMD -MP $< $(LIB) $(LIBS) -Wl,--wrap=limbs_kernels -o $@
CTMSAN_WRAP := add_n sub_n addmul_1 submul_1 cnd_add_n cnd_sub_n cnd_swap copyi zero com rshift sec_mul
$(BUILD)/tests/ctmsan_%: tests/ctmsan_%.c $(LIB)
	@mkdir -p $(@D)
	@echo "  TEST  $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -O1 -MMD -MP $< $(LIB) $(LIBS) -Wl,--wrap=limbs_kernels $(CTMSAN_WRAP:%=-Wl,--wrap=__gmpn_%) -o $@
ct:
	$(MAKE) BUILD=$(BUILD)/ct-gcc CC=gcc ROOMS="$(CT_ROOMS)" SANITIZE="-DCT_CHECK" ct-run
	$(MAKE) BUILD=$(BUILD)/ct-clang CC=clang ROOMS="$(CT_ROOMS)" SANITIZE="-DCT_CHECK" CFLAGS="$(CFLAGS) -gdwarf-4" ct-run
	$(MAKE) BUILD=$(BUILD)/ct-msan CC=clang ROOMS="bignum hash rsa ed25519" SANITIZE="-DCT_CHECK -fsanitize=memory -mllvm -msan-poison-stack=0" ctmsan-run
ctmsan-run: $(CTMSAN_TESTS:%=$(BUILD)/tests/%)
	@failed=; for t in $(CTMSAN_TESTS); do echo "== $$t ($(CC), MemorySanitizer)"; $(BUILD)/tests/$$t || failed="$$failed $$t"; done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed"; exit 1; fi
ct-run: $(CT_TESTS:%=$(BUILD)/tests/%)
	@failed=; for t in $(CT_TESTS); do echo "== $$t ($(CC), valgrind; what it found: $(BUILD)/tests/$$t.log)"; \
	$(VALGRIND) --log-file=$(BUILD)/tests/$$t.log $(BUILD)/tests/$$t || failed="$$failed $$t"; done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed"; exit 1; fi

CORES := $(shell nproc 2>/dev/null || echo 1)
# `make deps bench` and `make deps test`: what is installed is looked up after deps has run.
ifneq ($(filter deps deps-dev,$(MAKECMDGOALS)),)
bench test test-long oracle vectors report asan tsan fuzz fuzz-smoke ct all: | $(filter deps deps-dev,$(MAKECMDGOALS))
endif
# These build with all cores unless -j says otherwise.
PARALLEL := $(if $(filter -j%,$(MAKEFLAGS))$(findstring jobserver,$(MAKEFLAGS)),,-j$(CORES))
bench:
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/sigcost peers
	$(BUILD)/sigcost bench --json $(BUILD)/bench.json
	@echo "JSON: $(BUILD)/bench.json"

tests: all $(FAST_TESTS:%=$(BUILD)/tests/%)
# Runs every test program, whatever fails, and says which failed. TEST_JOBS at a time.
TEST_JOBS ?= $(CORES)
run_tests = @$(TEST_ENV) sh tests/run.sh $(BUILD) $(TEST_JOBS) $(1)
test:
	@$(MAKE) --no-print-directory $(PARALLEL) tests
	$(call run_tests,$(FAST_TESTS))
	$(BUILD)/sigcost vectors --quiet
	$(BUILD)/sigcost vectors --quiet --impl all --sample 40
test-long:
	@$(MAKE) --no-print-directory $(PARALLEL) all $(LONG_TESTS:%=$(BUILD)/tests/%)
	$(call run_tests,$(LONG_TESTS))
# The kernels' tests against GMP, some 15 million products a run, each run with a seed of its own. A failure
# is seen again by SIGCOST_SEED=... build/tests/test_NAME.
ORACLE_RUNS  ?= 10
ORACLE_TESTS := bignum random_limbs modmul_division modmul_secure modmul_limbs rsa_kernels rsa_ifma ec_field ec_limbs \
                ec_limbs_points ec_toy_limbs ed25519_field_fold ed25519_field_25 ed25519_field_51 ed25519_field_adx \
                ed25519_scalars ed25519_edges
oracle:
	@$(MAKE) --no-print-directory $(PARALLEL) $(ORACLE_TESTS:%=$(BUILD)/tests/test_%)
	@seed=$${SIGCOST_SEED:-$$(date +%s)}; run=0; while [ $$run -lt $(ORACLE_RUNS) ]; do \
	echo "== SIGCOST_SEED=$$((seed + run))"; for t in $(ORACLE_TESTS); do \
	SIGCOST_SEED=$$((seed + run)) $(BUILD)/tests/test_$$t || { echo "failed: SIGCOST_SEED=$$((seed + run)) $(BUILD)/tests/test_$$t"; exit 1; }; \
	done; run=$$((run + 1)); done
# One page with tables and plots, in about three minutes.
report:
	@$(MAKE) --no-print-directory $(PARALLEL) all
	$(BUILD)/sigcost report -o $(BUILD)/report.html
vectors:
	@$(MAKE) --no-print-directory $(PARALLEL) all
	$(BUILD)/sigcost vectors --impl all
	$(BUILD)/sigcost vectors --impl peers

# The same tests in a tree of their own, with both sanitizers, every finding fatal. The IFMA kernels, all unsigned lanes,
# go without the second: it would make a minute's compilation of each into ten.
asan:
	$(MAKE) BUILD=$(BUILD)/asan CC=clang OPT=-O1 SANITIZE="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -Wno-unused-command-line-argument -Wl,--no-as-needed -lstdc++ -Wl,--as-needed" \
	        KERNEL_CFLAGS=-fno-sanitize=undefined TEST_ENV="ASAN_OPTIONS=detect_leaks=0" asan-run
asan-run: tests
	$(call run_tests,$(FAST_TESTS))
# bench --threads under ThreadSanitizer, own steps and peers. Criterion's arena finds no place there: the test stands on
# tests/cross/criterion. Where the kernel scatters mappings more than gcc 12's runtime expects, setarch keeps them together.
tsan:
	$(MAKE) BUILD=$(BUILD)/tsan OPT=-O1 SANITIZE="-fsanitize=thread" WARN= CPPFLAGS="$(CPPFLAGS) -isystem tests/cross" 'TEST_LIBS=$$(LIBS)' \
	        $(PARALLEL) all $(BUILD)/tsan/tests/test_threads
	SIGCOST_BUILD=$(BUILD)/tsan $$(setarch $$(uname -m) -R true 2>/dev/null && echo setarch $$(uname -m) -R) $(BUILD)/tsan/tests/test_threads

# Fuzzers (clang's libFuzzer) in a tree of their own, the most telling first; first inputs from vectors/.
# The vector kernels are unrolled and take minutes under sanitizers: those are left to `make asan`.
FUZZERS       := ecdsa ed25519 rsa vectors points sign der json bignum scalar hash
FUZZ_SECONDS  ?= 600
FUZZ_LIBS      = $(LIBS) $(shell $(PKG) --libs libcrypto libsodium)
FUZZ_SANITIZE := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FUZZ_MAKE      = $(MAKE) --no-print-directory BUILD=$(BUILD)/fuzz CC=clang OPT=-O1 SANITIZE="$(FUZZ_SANITIZE)" KERNEL_CFLAGS=-fno-sanitize=all $(PARALLEL) fuzz-build
$(BUILD)/obj/bignum/ifma_%.o $(BUILD)/counted/obj/bignum/ifma_%.o: ALL_CFLAGS += $(KERNEL_CFLAGS)
$(BUILD)/fuzz_%: tests/fuzz/fuzz_%.c $(LIB)
	@echo "  FUZZ  $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -fsanitize=fuzzer -MMD -MP $< $(LIB) $(FUZZ_LIBS) -o $@
$(BUILD)/fuzz-seeds: tests/fuzz/seeds.c $(LIB)
	@echo "  LINK  $@"
	$(Q)$(CC) $(ALL_CPPFLAGS) $(ALL_CFLAGS) -MMD -MP $< $(LIB) $(LIBS) -o $@
$(BUILD)/seeds: $(BUILD)/fuzz-seeds
	@rm -rf $@
	$< $@
fuzz-build: $(FUZZERS:%=$(BUILD)/fuzz_%) $(BUILD)/seeds
fuzz:
	@$(FUZZ_MAKE)
	@sh tests/fuzz/run.sh $(BUILD)/fuzz $(FUZZ_SECONDS) $(FUZZERS)
fuzz-smoke:
	@$(FUZZ_MAKE)
	@FUZZ_SEED=1 sh tests/fuzz/run.sh $(BUILD)/fuzz $$((60 / $(words $(FUZZERS)))) $(FUZZERS)

# The rooms' tests with each compiler at each level of optimisation.
LEVELS      ?= -O0 -O1 -O2 -O3
LEVEL_ROOMS := bignum hash rsa ec ed25519
LEVEL_TESTS := $(filter-out test_counts% test_faults%,$(filter test_bignum test_der test_modmul% test_random% $(LEVEL_ROOMS:%=test_%) $(LEVEL_ROOMS:%=test_%_%),$(FAST_TESTS)))
levels:
	@set -e; for cc in gcc clang; do for level in $(LEVELS); do \
	 $(MAKE) --no-print-directory BUILD=$(BUILD)/level-$$cc$$level CC=$$cc CFLAGS=$$level ROOMS="$(LEVEL_ROOMS)" $(PARALLEL) level-run; done; done
level-run: $(LEVEL_TESTS:%=$(BUILD)/tests/%)
	$(call run_tests,$(LEVEL_TESTS))

# Line and branch coverage of the rooms below bench/, from their tests and the vectors, by lcov. gcov's own
# allocations must not fail when a program ends, so of the tests of failing allocations those without an exit run.
COV_ROOMS := bignum hash rsa ec ed25519
COV_TESTS  = $(filter-out test_faults_alloc% test_faults_memory test_peers% test_report% test_studies% test_compare% test_measure% test_output test_threads% test_leak test_questions,$(FAST_TESTS))
LCOV      := lcov --quiet --rc lcov_branch_coverage=1
coverage:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/coverage CC=gcc OPT=-Og SANITIZE="--coverage -fprofile-update=atomic -fprofile-abs-path" WARN= $(PARALLEL) coverage-run
coverage-run: all $(COV_TESTS:%=$(BUILD)/tests/%) $(BUILD)/tests/test_faults_memory
	@find $(BUILD) -name '*.gcda' -delete
	$(call run_tests,$(COV_TESTS))
	$(BUILD)/tests/test_faults_memory --filter 'faults_memory/!(gmp_ends*)'
	$(BUILD)/sigcost vectors --quiet --impl all --sample 10
	@sh tests/coverage.sh $(BUILD) $(COV_ROOMS)

# The rooms' tests, the counts, the readers and a sample of the vectors on another processor:
# make cross-test ARCH=s390x (tests/cross.sh says how). Left out: what starts build/sigcost, measures time or needs peers.
ARCH         ?= aarch64
CROSS_SAMPLE ?= 400
CROSS        := $(BUILD)/cross-$(ARCH)
CROSS_TESTS  := $(LEVEL_TESTS) $(filter test_counts% test_vectors test_vectors_bad test_yardstick,$(FAST_TESTS))
cross-test:
	@sh tests/cross.sh deps $(ARCH) $(CROSS)
	@PKG_CONFIG_LIBDIR=$(CROSS)/sysroot/pkgconfig CPPFLAGS="$(CPPFLAGS) -isystem tests/cross" \
	 $(MAKE) --no-print-directory BUILD=$(CROSS) CC="$$(sh tests/cross.sh cc $(ARCH) $(CROSS))" HOSTCC=gcc CFLAGS=-O2 $(PARALLEL) cross-build
	@sh tests/cross.sh run $(ARCH) $(CROSS) $(CROSS_SAMPLE) $(CROSS_TESTS)
cross-build: $(BUILD)/sigcost $(CROSS_TESTS:%=$(BUILD)/tests/%)

SOURCES := $(wildcard */*.c */*.h */*.inc bench/peers/*.c bench/peers/*.h tests/fuzz/*.c tests/fuzz/*.h)
lint:
	@clang-format --dry-run -Werror $(SOURCES)
	@cppcheck --quiet -j $(CORES) --std=c11 --enable=warning,performance,portability --error-exitcode=1 --inline-suppr \
	         --suppress=missingIncludeSystem --suppress=shiftTooManyBitsSigned --suppress=shiftNegativeLHS \
	         --suppress=ctuArrayIndex:bignum/ifma_kernel.inc --suppress=uninitvar:tests/ct_ifma.h \
	         --include=tests/cppcheck.h -I. $(filter %.c,$(SOURCES))
# Slower looks: clang-tidy with the checks of .clang-tidy, and gcc's -fanalyzer. Kernels of unrolled products and
# vectors, which both would walk for an hour, are left out; so are gcc's reports of leaks, which take what a struct
# owns for lost: tests/test_faults_memory.c counts live blocks.
ANALYZED       := $(filter-out bignum/ifma_% hash/sha2_cpu512.c ec/engine_limbs_p% ed25519/engine_% %_gen.c,$(wildcard bignum/*.c hash/*.c rsa/*.c ec/*.c ed25519/*.c bench/*.c vectors/*.c))
ANALYZED_FLAGS := -std=gnu11 -I. -I$(BUILD)/gen $(GMP_INC) -D_GNU_SOURCE -DSIGCOST_PREFIX='"/"' -DSIGCOST_VECTORS='"/"' -DSIGCOST_CFLAGS='""' -DSIGCOST_COMMIT='""'
analyze:
	@$(MAKE) --no-print-directory -k $(PARALLEL) $(ANALYZED:%.c=$(BUILD)/analyze/%)
$(BUILD)/analyze/%: %.c $(BUILD)/gen/ec_limbs_tables.h $(BUILD)/gen/ed25519_tables.h
	@mkdir -p $(@D)
	@echo "  LOOK  $<"
	$(Q)clang-tidy --quiet $< -- $(ANALYZED_FLAGS) 2>/dev/null
	$(Q)gcc $(ANALYZED_FLAGS) -O1 -fPIC -fanalyzer -Wno-analyzer-malloc-leak -Werror -c $< -o /dev/null
	@touch $@
format:
	clang-format -i $(SOURCES)

# What the main job and the tests need, by Debian's names; then one package a peer.
DEPS     := gcc make pkg-config libgmp-dev libjansson-dev libcriterion-dev gnuplot-nox
DEPS_DEV := clang clang-tidy lcov libclang-rt-dev libssl-dev libsodium-dev clang-format cppcheck valgrind chromium python3
deps: PACKAGES = $(DEPS)
deps-dev: PACKAGES = $(DEPS) $(DEPS_DEV)
deps deps-dev:
	@sh bench/deps.sh "$(PACKAGES)" $(PEER_TABLE)

install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/lib/sigcost/peers
	install -m 755 $(BUILD)/sigcost $(DESTDIR)$(PREFIX)/bin/sigcost
	install -m 755 $(BUILD)/counted.so $(DESTDIR)$(PREFIX)/lib/sigcost/counted.so
	for so in $(PEER_SO); do install -m 755 $$so $(DESTDIR)$(PREFIX)/lib/sigcost/peers/; done
	cd vectors && find . -type f ! -name '*.[ch]' ! -name '*.inc' -exec install -Dm 644 {} $(DESTDIR)$(PREFIX)/share/sigcost/vectors/{} \;

clean:
	rm -rf $(BUILD)

-include $(OBJ:.o=.d) $(COUNTED_OBJ:.o=.d) $(BUILD)/obj/bench/main.d $(wildcard $(BUILD)/obj/bench/peers/*.d) \
         $(wildcard $(BUILD)/tests/*.d) $(wildcard $(BUILD)/fuzz*.d)
