package bench

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/engine"
)

func TestTmp(t *testing.T) {
	for _, name := range []string{"kepler", "gcd", "collatz", "mandelbrot-f64", "rk45"} {
		w, _ := Lookup(name)
		k, err := lockstep.Compile(w.Source, w.Func)
		if err != nil {
			t.Fatal(err)
		}
		data := w.Make(w.Lanes)
		for g := 0; g <= 4; g++ {
			start := time.Now()
			c, err := engine.Compile(k.Lowered(), engine.Options{Groups: g})
			if err != nil {
				fmt.Println(name, g, err)
				continue
			}
			took := time.Since(start)
			r := engine.Run{Lanes: w.Lanes, Workers: 1}
			for _, p := range k.Params() {
				r.In = append(r.In, data.Inputs[p.Name])
			}
			for _, col := range k.Code().NewColumns(w.Lanes) {
				r.Out = append(r.Out, col.Data)
			}
			best := time.Hour
			for range 6 {
				start := time.Now()
				if _, err := c.Do(context.Background(), &r); err != nil {
					t.Fatal(err)
				}
				best = min(best, time.Since(start))
			}
			fmt.Println(name, g, float64(best)/float64(w.Lanes), c.Groups(), len(c.Lines()), "compile", took)
		}
	}
}
