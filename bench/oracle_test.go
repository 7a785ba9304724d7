package bench

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/internal/interp"
	"github.com/lockstep-simt/lockstep/internal/testkit"
)

// The programs that no example has are compared with the oracle in the ways that testkit
// knows, with our mathematical functions. (With Go's they are compared with the loop.)
func TestOracle(t *testing.T) {
	const lanes = 10
	for _, w := range programWorkloads {
		t.Run(w.Name, func(t *testing.T) {
			t.Parallel()
			compiled, err := w.Compile()
			require.NoError(t, err)
			in := w.Make(lanes).Inputs
			var cols []batch.Column
			uniforms := map[string]interp.Value{}
			for _, f := range compiled.Params() {
				if f.Uniform {
					table := w.Uniforms[f.Name]
					whole := batch.Column{Data: table, Shape: []int{reflect.ValueOf(table).Len()}}
					uniforms[f.Name] = testkit.Lanes([]batch.Column{whole})[0][0]
				} else {
					cols = append(cols, batch.Column{Data: in[f.Name], Shape: f.Shape})
				}
			}
			testkit.SameQuick(t, compiled.Source(), testkit.Lanes(cols), testkit.Limits{Uniforms: uniforms})
		})
	}
}
