package main

import (
	"bufio"
	_ "embed"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/lockstep-simt/lockstep/internal/highprec"
)

// An oracle answers what a function's true values are.
type oracle interface {
	// ask fills out with the answers for arguments, which for functions of
	// two arguments are pairs.
	ask(arguments []float64, out []answer) error
	close() error
}

//go:embed mpfr/oracle.c
var oracleSource []byte

// buildMPFR compiles the C program into a folder and returns its path. The error
// says what the compiler said; a usual reason is that libmpfr-dev is missing.
func buildMPFR(dir string) (string, error) {
	source, program := filepath.Join(dir, "oracle.c"), filepath.Join(dir, "oracle")
	if err := os.WriteFile(source, oracleSource, 0o644); err != nil {
		return "", err
	}
	out, err := exec.Command("cc", "-O2", "-o", program, source, "-lmpfr", "-lgmp", "-lm").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("the oracle does not compile (apt-get install gcc libmpfr-dev): %w\n%s", err, out)
	}
	return program, nil
}

// A process is the C program, running for one function.
type process struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
	buf []byte
}

// start runs the C program for a function; mode is "exact" or "fast".
func start(program, function, mode string) (*process, error) {
	p := &process{cmd: exec.Command(program, function, mode)}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewReaderSize(out, 1<<16)
	return p, p.cmd.Start()
}

func (p *process) ask(arguments []float64, out []answer) error {
	p.buf = binary.NativeEndian.AppendUint32(p.buf[:0], uint32(len(out)))
	for _, x := range arguments {
		p.buf = binary.NativeEndian.AppendUint64(p.buf, math.Float64bits(x))
	}
	if _, err := p.in.Write(p.buf); err != nil {
		return err
	}
	p.buf = append(p.buf[:0], make([]byte, 16*len(out))...)
	if _, err := io.ReadFull(p.out, p.buf); err != nil {
		return err
	}
	for i := range out {
		out[i].near = math.Float64frombits(binary.NativeEndian.Uint64(p.buf[16*i:]))
		out[i].rest = math.Float64frombits(binary.NativeEndian.Uint64(p.buf[16*i+8:]))
	}
	return nil
}

func (p *process) close() error {
	if err := p.in.Close(); err != nil {
		return err
	}
	return p.cmd.Wait()
}

// slowOracle answers with package highprec. It knows nothing of special values:
// for those math, the package math counterpart, is asked.
type slowOracle struct {
	row *row
}

func (o slowOracle) close() error { return nil }

func (o slowOracle) ask(arguments []float64, out []answer) error {
	for i := range out {
		if o.row.twoArguments() {
			out[i] = o.answer2(arguments[2*i], arguments[2*i+1])
		} else {
			out[i] = o.answer(arguments[i])
		}
	}
	return nil
}

// answer returns the true value at x. At zero, outside the domain and at poles
// it is what package math says.
func (o slowOracle) answer(x float64) answer {
	y := o.row.math(x)
	if x == 0 || math.IsNaN(y) || o.row.pole != nil && o.row.pole(x) {
		return exactly(y)
	}
	return toAnswer(o.row.high(highprec.Float(x)))
}

// answer2 returns the true value at (x, y).
func (o slowOracle) answer2(x, y float64) answer {
	z := o.row.math2(x, y)
	if x == 0 || y == 0 || math.IsNaN(z) {
		return exactly(z)
	}
	return toAnswer(o.row.high2(highprec.Float(x), highprec.Float(y)))
}

// exactly returns the answer of a value that is a float64.
func exactly(y float64) answer {
	if math.IsInf(y, 0) {
		return answer{y, y}
	}
	return answer{y, 0}
}

// toAnswer splits a number.
func toAnswer(y *big.Float) answer {
	var a answer
	a.near, _ = y.Float64()
	if math.IsInf(a.near, 0) {
		y = highprec.Sub(y, highprec.Ldexp(highprec.New(math.Copysign(1, a.near), y.Prec()), 1024))
	} else {
		y = highprec.Sub(y, highprec.New(a.near, y.Prec()))
	}
	a.rest, _ = highprec.Ldexp(y, -lastPlace(a.near)).Float64()
	return a
}
