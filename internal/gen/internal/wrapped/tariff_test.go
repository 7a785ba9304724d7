package wrapped

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/lane"
)

// Strings and maps of a uniform are those of the call, nil ones too.
func TestTariff(t *testing.T) {
	tariff := &Tariff{"m", []string{"s", "", "north"}, []step{{"north", 1}, {"z", 10}}, map[string]map[int]float64{
		"north": {1: 2}, "south": nil}, [][]float32{{0, 1}, {0, 2}}, map[step]bool{{"z", 10}: true}}
	region, year, used := []string{"north", "south", "", "é"}, []uint8{1, 2, 1, 0}, []float64{20, 20, 5, 1}
	for _, mode := range []lane.Option{lane.ForceBatch(), lane.ForceLoop()} {
		for _, of := range []*Tariff{tariff, {}, nil} {
			price, known, dear, err := TariffPriceBatch(context.Background(), of, region, year, used, mode)
			if of == nil {
				require.ErrorContains(t, err, "nil pointer")
				continue
			}
			require.NoError(t, err)
			for i := range region {
				p, k, d := of.Price(region[i], year[i], used[i])
				require.Equal(t, []any{p, k, d}, []any{price[i], known[i], dear[i]})
			}
		}
	}
	_, _, _, err := TariffPriceBatch(context.Background(), &Tariff{Grid: [][]float32{{1}, {}}}, region, year, used)
	require.EqualError(t, err, "TariffPriceBatch: t.Grid: rows must be equally long, but one has 0 elements and "+
		"another has 1")
}
