package engine

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// PerfMap is the environment variable that asks for a perf map: the file in which a profiler
// finds the names of code that is in no file. Its value is 1, for /tmp, where perf of Linux
// looks for it, or a directory.
const PerfMap = "LOCKSTEP_PERF_MAP"

// perfFile is locked while a line is added to the map.
var perfFile sync.Mutex

// mapForPerf adds code in memory to the perf map, if there is to be one: a line with the start and
// the size, in hexadecimal, and the name. Code runs as well without it, so that a map that
// cannot be written is not an error.
func mapForPerf(p *mapped) {
	dir := os.Getenv(PerfMap)
	switch dir {
	case "", "0":
		return
	case "1":
		dir = "/tmp"
	}
	perfFile.Lock()
	defer perfFile.Unlock()
	path := filepath.Join(dir, fmt.Sprintf("perf-%d.map", os.Getpid()))
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return
	}
	defer f.Close()
	fmt.Fprintf(f, "%x %x %s\n", p.entry, len(p.made.Code), p.made.name)
}
