package main

import (
	"context"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/lockstep-simt/lockstep"
	"github.com/lockstep-simt/lockstep/internal/dataio"
)

// A processor that runs the same lanes again and again learns how each of them branches: of ten thousand lanes with a
// loop each none surprises it any more, and functions run up to three times as fast as over inputs that it has not
// seen, the fewer instructions there are between branches the more. So random lanes are measured in several orders, by
// turns, as many as make more lanes than it learns. Lanes of -in stay as they are: which are neighbours matters.

// unlearned is about how many lanes no processor learns. mostOrdered is how many bytes the columns of all orders take
// at most, so that they stay in its caches: a batch is mostly of what was just computed. longestOrdered is how long a
// batch of all orders takes at most: lanes that take longer than some microseconds have more branches than it learns.
const (
	unlearned      = 1 << 16
	mostOrdered    = 8 << 20
	longestOrdered = 500 * time.Millisecond
)

// order makes the orders in which lanes are measured, beginning with the table's own, and returns one table of all of
// them, one after another.
func (b *bench) order(ctx context.Context) (all *dataio.Table, err error) {
	n := b.table.Lanes
	b.orders = []*dataio.Table{b.table}
	most := min((unlearned+n-1)/n, mostOrdered/max(1, bytesOf(b.table)))
	if len(b.flags.in) > 0 || most < 2 {
		return b.table, nil
	}
	took := b.timed(func() { _, err = b.batch(ctx, b.compiled, lockstep.EngineAuto, b.table) })
	if err != nil {
		return nil, err
	}
	most = min(most, int(longestOrdered/max(1, took)))
	lanes := upTo(n)
	for random := rand.New(rand.NewPCG(uint64(b.flags.seed), 0)); len(b.orders) < most; {
		other := random.Perm(n)
		lanes = append(lanes, other...)
		b.orders = append(b.orders, neighbours(b.table.Take(other)))
	}
	return b.table.Take(lanes), nil
}

// neighbours gives strings of a table whose lanes were put in an order memory in that order, as the loop has them: or a
// batch would wait for memory, and the loop not.
func neighbours(t *dataio.Table) *dataio.Table {
	for _, c := range t.Columns {
		if texts, ok := c.Data.([]string); ok {
			for i, text := range texts {
				texts[i] = strings.Clone(text)
			}
		}
	}
	return t
}

// bytesOf is how many bytes the columns of a table take.
func bytesOf(t *dataio.Table) (n int) {
	for _, c := range t.Columns {
		raw, _ := c.Raw()
		n += len(raw)
	}
	return n
}

// firstOf are the first lanes of tables.
func firstOf(tables []*dataio.Table, n int) (first []*dataio.Table) {
	lanes := upTo(n)
	for _, t := range tables {
		first = append(first, t.Take(lanes))
	}
	return first
}
