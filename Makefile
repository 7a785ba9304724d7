# The gate. "make check" is what a change must pass; .ci/run runs the parts of
# it that fit a small machine. Everything here needs Go and nothing else, but
# for arm64, which needs qemu-aarch64 (Debian: qemu-user), and ulp, which needs a
# C compiler and MPFR (Debian: gcc, libmpfr-dev).

GO      ?= go
FUZZFOR ?= 10s

# Platforms that must build; ppc64le stands for those without any assembly.
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64 linux/ppc64le

# What has machine code, or runs it; the emulator takes minutes over the rest.
ARM64TESTED = ./simd/... ./stacks ./batch ./engine ./engine/superblock ./libm/...

.PHONY: check generated format vet test arm64 ulp fuzz gofuzz build tidy-tree generate bench microbench

check: generated format vet test arm64 ulp build fuzz tidy-tree

# Generated files are what the op table, the specifications of numbers and the
# functions that have a wrapper give.
generated:
	$(GO) test -count=1 ./internal/opgen
	$(GO) test -count=1 ./internal/coeff -slow
	$(GO) test -count=1 ./cmd/lockstep -run TestGeneratedFiles

format:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "not formatted:"; echo "$$unformatted"; exit 1; fi

vet:
	GOARCH=amd64 $(GO) vet ./...
	GOARCH=arm64 $(GO) vet ./...

# The Go compiler fuses x*y + z at v3 and not at v1; results must not differ.
test:
	GOAMD64=v1 $(GO) test ./...
	GOAMD64=v3 $(GO) test ./...
	LOCKSTEP_TESTKIT=full $(GO) test -count=1 ./internal/testkit ./batch ./frontend/golang ./internal/realcode
	$(GO) test -tags purego ./...
	$(GO) test -race -short ./...

# The NEON kernels, and what stands on them, in an emulator.
arm64:
	CGO_ENABLED=0 GOARCH=arm64 $(GO) test -short -exec qemu-aarch64 $(ARM64TESTED)

# The mathematical functions keep their error bounds on a million arguments each.
ulp:
	$(GO) test -count=1 ./internal/ulp -mpfr

fuzz:
	.ci/fuzz $(FUZZFOR)

# Generated Go programs, against the Go compiler: PROGRAMS of them, from SEED; with CODE=true the machine
# code of each, and not of every tenth alone.
PROGRAMS ?= 5000
SEED     ?= 1
CODE     ?= false
gofuzz:
	$(GO) test ./internal/gofuzz -run Generated -programs $(PROGRAMS) -seed $(SEED) -code=$(CODE) -timeout 0

build:
	@set -e; for p in $(PLATFORMS); do \
		echo "build $$p"; \
		CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} $(GO) build ./...; \
	done
	@echo "build linux/riscv64, without tensors: github.com/chewxy/math32 v1.0.8 does not build there"
	@CGO_ENABLED=0 GOOS=linux GOARCH=riscv64 $(GO) build . ./cmd/... ./bench/...

# Nothing above may have changed a file.
tidy-tree:
	@if [ -d .git ]; then changed=$$(git status --porcelain); if [ -n "$$changed" ]; then echo "the tree is not clean:"; echo "$$changed"; exit 1; fi; fi

# Generated files are deleted first, so that none survives whose generator is
# gone. The generators need none of them: one imports the op table alone, the
# other, of libm's numbers, nothing.
generate:
	find . \( -name '*_gen.go' -o -name '*_gen_test.go' -o -name '*_gen_a??64.go' -o -name '*_gen_a??64.s' \) -not -path './.git/*' -delete
	rm -f program/OPS.md
	$(GO) run ./internal/coeff
	$(GO) test -count=1 ./internal/opgen -generate
	$(GO) generate ./bench/... ./examples/... ./internal/gen/...
	$(MAKE) generated

# Dated Markdown files in bench/results. The errors of the functions come first:
# 10^5 arguments each, judged by MPFR where a C compiler has it.
bench:
	@errors=$$(mktemp) && trap 'rm -f "$$errors"' EXIT && set -ex && \
	$(GO) run ./internal/ulp -n 100000 > "$$errors" && \
	$(GO) run ./internal/ulp -n 100000 -ref >> "$$errors" && \
	$(GO) run ./bench/functions -ulp "$$errors" -out bench/results && \
	$(GO) run ./bench/kernels -out bench/results && \
	$(GO) run ./bench/workloads -out bench/results && \
	$(GO) run ./bench/chart

# The benchmarks of single rooms, for benchstat.
microbench:
	$(GO) test -run '^$$' -bench . -benchmem ./bench/... ./stacks ./batch
