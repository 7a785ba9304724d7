package arch

// module is the import path of the module's root.
const module = "github.com/lockstep-simt/lockstep"

// A room is a package and the packages below it that have no row of their own.
type room struct {
	path string // from the module's root; "." is the root itself
	// may lists the rooms that it may import, "*" for all.
	may []string
	// external lists the modules of others that it may import.
	external []string
}

// rooms is the import table. Tests are not bound by it: they may import any
// room but the commands.
var rooms = []room{
	{path: ".", may: []string{"frontend/golang", "internal/resolve", "frontend/builder", "lower", "batch",
		"engine", "internal/results", "internal/settings", "internal/shared", "internal/tiers", "program",
		"program/optab", "engine/functions"}},
	{path: "libm"},
	{path: "program", may: []string{"internal/counted", "internal/places", "internal/sorting", "program/optab",
		"program/flow", "libm"}},
	{path: "program/optab"},
	{path: "program/flow", may: []string{"internal/slab"}},
	{path: "program/edit", may: []string{"internal/places", "program", "program/flow", "program/optab"}},
	{path: "frontend"},
	{path: "frontend/golang", may: []string{"internal/counted", "frontend/golang/internal/evaluate",
		"frontend/golang/internal/gotypes", "frontend/golang/internal/known", "frontend/golang/internal/load",
		"frontend/golang/internal/names",
		"frontend/golang/internal/ssaflow", "internal/instance", "internal/fingerprint",
		"internal/keyhash", "program", "program/optab"}, external: []string{"golang.org/x/tools"}},
	{path: "frontend/golang/internal/evaluate", may: []string{"frontend/golang/internal/gotypes",
		"frontend/golang/internal/known", "frontend/golang/internal/load", "frontend/golang/internal/ssaflow",
		"internal/fingerprint", "program", "program/optab"}, external: []string{"golang.org/x/tools"}},
	{path: "frontend/golang/internal/gotypes"},
	{path: "frontend/golang/internal/known", may: []string{"frontend/golang/internal/gotypes", "internal/instance",
		"program"}, external: []string{"golang.org/x/tools"}},
	{path: "frontend/golang/internal/names", may: []string{"program"}},
	{path: "frontend/golang/internal/ssaflow", may: []string{"program/flow"}, external: []string{"golang.org/x/tools"}},
	{path: "frontend/golang/internal/load", may: []string{"frontend/golang/internal/gotypes",
		"frontend/golang/internal/ssaflow", "internal/clock", "program"}, external: []string{"golang.org/x/tools"}},
	{path: "frontend/builder", may: []string{"program", "program/optab"}},
	{path: "circuit", may: []string{"program", "program/edit", "program/optab", "program/flow", "internal/ranges",
		"internal/slab"}},
	{path: "circuit/direct", may: []string{"circuit", "program", "internal/interp", "program/optab"}},
	{path: "circuit/reshape", may: []string{"circuit", "internal/counted", "internal/divergence", "program",
		"program/edit", "program/flow", "program/optab"}},
	{path: "lower", may: []string{"circuit/reshape", "program", "program/edit", "program/flow",
		"program/optab"}},
	{path: "simd", may: []string{"libm", "internal/probe"}, external: []string{"github.com/klauspost/cpuid/v2"}},
	{path: "simd/functions", may: []string{"simd"}},
	{path: "stacks", may: []string{"simd"}},
	{path: "batch/plan", may: []string{"internal/sorting", "program", "program/optab"}},
	{path: "batch", may: []string{"internal/counted", "batch/plan", "internal/settings", "internal/sorting", "program",
		"program/flow", "program/optab", "stacks", "simd"}},
	{path: "batch/tensors", may: []string{".", "batch", "program"},
		external: []string{"gorgonia.org/tensor", "go4.org/unsafe/assume-no-moving-gc"}},
	{path: "engine", may: []string{"internal/counted", "batch/plan", "engine/turns", "internal/clock",
		"internal/sorting", "program", "program/flow", "internal/divergence", "program/optab", "internal/ranges",
		"codegen", "simd"}},
	{path: "engine/superblock", may: []string{"batch/plan", "program/flow"}},
	{path: "engine/functions", may: []string{"codegen", "simd/functions"}},
	{path: "engine/turns"},
	{path: "codegen", may: []string{"internal/sorting", "program/optab"}},
	{path: "codegen/forms", may: []string{"codegen"}},
	{path: "cmd/lockstep", may: []string{"internal/counted", ".", "circuit", "circuit/reshape", "lower",
		"program", "program/optab",
		"batch", "frontend/golang", "internal/resolve", "internal/dataio", "internal/advise",
		"internal/gen", "internal/goloop", "internal/measure", "internal/shared", "internal/shared/sourcetype",
		"simd"},
		external: []string{"github.com/jedib0t/go-pretty/v6"}},
	{path: "internal/advise", may: []string{"program", "program/flow", "internal/divergence", "program/optab",
		"lower"}},
	{path: "internal/advise/internal/slow"},
	{path: "lane", may: []string{"batch", "internal/settings"}},
	{path: "lane/wrap", may: []string{"batch", "engine/turns", "program", "program/optab", "simd", "internal/bind",
		"internal/clock", "internal/fingerprint", "internal/results", "internal/settings", "internal/shared",
		"internal/sorting", "lane"}},
	{path: "lane/lanetest", may: []string{"lane", "lane/wrap"}},
	{path: "lane/native", may: []string{"batch", "internal/bind", "internal/tiers", "lane/wrap", "program"}},
	{path: "lane/predeclared"},
	{path: "internal/arch"},
	{path: "internal/asmgen", may: []string{"program/optab", "codegen"}},
	{path: "internal/bind", may: []string{"batch", "engine/turns", "internal/settings", "program", "simd"}},
	{path: "internal/clock"},
	{path: "internal/coeff", may: []string{"internal/highprec"}},
	{path: "internal/dataio", may: []string{"internal/counted", "internal/shared", "program"}},
	{path: "internal/counted"},
	{path: "internal/results"},
	{path: "internal/divergence", may: []string{"internal/sorting", "program", "program/flow"}},
	{path: "internal/fingerprint"},
	{path: "internal/gofuzz", may: []string{"frontend/golang", "program", "internal/interp", "program/optab",
		"internal/testkit", "simd"}},
	{path: "internal/gen", may: []string{"codegen/forms", "engine", "engine/functions", "engine/turns",
		"frontend/golang", "internal/resolve", "lower", "program", "program/optab"}},
	{path: "internal/gen/internal/wrapped", may: []string{"engine/functions", "lane", "lane/native", "lane/wrap",
		"simd/functions"}},
	{path: "internal/golden", external: []string{"github.com/stretchr/testify", "golang.org/x/tools/txtar"}},
	{path: "internal/gomath"},
	{path: "internal/goloop", may: []string{"frontend/golang", "internal/dataio", "internal/goloop/child",
		"internal/shared", "program"}},
	{path: "internal/goloop/child"},
	{path: "internal/highprec"},
	{path: "internal/instance", may: []string{"program"}},
	{path: "internal/interp", may: []string{"program", "program/optab"}},
	{path: "internal/keyhash"},
	{path: "internal/measure", may: []string{"simd"}},
	{path: "internal/opgen", may: []string{"program/optab", "codegen", "internal/asmgen"},
		external: []string{"golang.org/x/tools/go/ast/astutil"}},
	{path: "internal/opgen/scalar", may: []string{"libm"}},
	{path: "internal/parity", may: []string{"internal/probe", "program/optab", "simd", "simd/functions"}},
	{path: "internal/places"},
	{path: "internal/probe"},
	{path: "internal/ranges", may: []string{"program", "program/optab"}},
	{path: "internal/realcode", may: []string{".", "batch", "frontend/golang", "internal/resolve",
		"internal/clock", "program", "internal/interp", "program/optab", "internal/realcode/worker"}},
	{path: "internal/realcode/use", external: []string{"gonum.org/v1/gonum"}},
	{path: "internal/realcode/worker"},
	{path: "internal/resolve", may: []string{"frontend/golang"}, external: []string{"golang.org/x/mod"}},
	{path: "internal/settings", may: []string{"batch/plan"}},
	{path: "internal/shared", may: []string{"batch", "internal/keyhash"}},
	{path: "internal/shared/sourcetype", may: []string{"internal/shared"}, external: []string{"golang.org/x/tools"}},
	{path: "internal/simdtest", may: []string{"simd", "simd/functions"}},
	{path: "internal/tiers", may: []string{"batch", "batch/plan", "engine", "engine/superblock", "engine/turns",
		"internal/bind", "internal/clock", "internal/divergence", "internal/sorting", "program", "program/edit",
		"program/optab"}},
	{path: "internal/slab"},
	{path: "internal/sorting"},
	{path: "internal/testkit", may: []string{"*"}, external: []string{"github.com/stretchr/testify",
		"golang.org/x/tools"}},
	{path: "internal/testkit/strict", may: []string{"program", "program/edit", "program/optab"}},
	{path: "internal/ulp", may: []string{"libm", "simd", "simd/functions", "internal/highprec"}},
	{path: "examples", may: []string{"lane", "lane/native", "lane/wrap", "engine/functions", "simd/functions"}},
	{path: "examples/internal/compare", may: []string{".", "batch", "lane", "program", "internal/testkit"},
		external: []string{"github.com/stretchr/testify"}},
	{path: "bench", may: []string{".", "batch", "lane", "lane/native", "lane/wrap", "libm", "program", "program/optab",
		"simd", "simd/functions", "examples", "internal/clock", "internal/measure"}},
}

// testModules are the modules of others that any test may import.
var testModules = []string{"github.com/stretchr/testify", "golang.org/x/tools/txtar", "gonum.org/v1/gonum",
	"gorgonia.org/tensor"}

// roomOf returns the row for a folder: the longest path that is the folder or
// above it, and nil if there is none.
func roomOf(dir string) *room {
	var best *room
	for i, r := range rooms {
		if (dir == r.path || r.path != "." && within(dir, r.path)) && (best == nil || len(r.path) > len(best.path)) {
			best = &rooms[i]
		}
	}
	return best
}
