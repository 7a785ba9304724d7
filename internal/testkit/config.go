package testkit

import (
	"fmt"

	"github.com/lockstep-simt/lockstep/batch"
	"github.com/lockstep-simt/lockstep/engine"
	"github.com/lockstep-simt/lockstep/internal/settings"
)

// Config is one way to run the machine.
type Config struct {
	Gang, Workers int
	Schedule      batch.Schedule
	Debug         settings.Switches
	StackBytes    int // 0: the default
	// Kernels names the implementation of package simd that is the best one; ""
	// leaves the choice to it.
	Kernels string
	// Superblocks has blocks run together as soon as lanes were there, see Forced.
	Superblocks Superblocks
	Stats       func(batch.Stats) // takes what a run did, if not nil
	everyForm   bool              // also over the reparsed and shuffled program
}

func (c Config) String() string {
	s := fmt.Sprintf("gang %d, workers %d, schedule %s", c.Gang, c.Workers, c.Schedule)
	for _, f := range []struct {
		on   bool
		name string
	}{
		{c.Debug.Dense, "dense"}, {c.Debug.Compact, "compacted"}, {c.Debug.NoSwap, "no swap"},
		{c.Debug.Poison, "poisoned"}, {c.Debug.Check, "checked"}, {c.Debug.NoRefill, "no refill"},
	} {
		if f.on {
			s += ", " + f.name
		}
	}
	if c.Debug.Random != 0 {
		s += fmt.Sprintf(", blocks in random order %d", c.Debug.Random)
	}
	if c.StackBytes > 0 {
		s += fmt.Sprintf(", stacks of %d bytes", c.StackBytes)
	}
	if c.Superblocks != (Superblocks{}) {
		s += ", " + c.Superblocks.String()
	}
	if c.Kernels != "" {
		s += ", kernels " + c.Kernels
	}
	return s
}

func (c Config) options() []batch.Option {
	opts := []batch.Option{batch.Gang(c.Gang), batch.Workers(c.Workers), batch.WithSchedule(c.Schedule),
		settings.Switch(c.Debug)}
	if c.StackBytes > 0 {
		opts = append(opts, batch.StackBytes(c.StackBytes))
	}
	return opts
}

// AllConfigs is the matrix of DESIGN §12: every gang size with every schedule, the
// hostile switches over a few of them, and memory for deep stacks that is soon
// used up.
func AllConfigs() []Config {
	var cs []Config
	for _, gang := range []int{1, 2, 3, 7, 8, 9, 64, 1000} {
		for _, s := range batch.Schedules() {
			cs = append(cs, Config{Gang: gang, Workers: 1, Schedule: s, Debug: settings.Switches{Poison: true}})
		}
		cs = append(cs, Config{Gang: gang, Workers: 1, Debug: settings.Switches{Poison: true, Random: uint64(gang)}})
	}
	for _, d := range hostile {
		for _, gang := range []int{7, 64, 1000} {
			cs = append(cs, Config{Gang: gang, Workers: 1, Debug: d})
		}
	}
	for i, gang := range []int{7, 64, 1000} {
		d := settings.Switches{Check: true, Poison: true}
		cs = append(cs, Config{Gang: gang, Workers: 1 + i%2, StackBytes: 1 << (10 + i), Debug: d})
	}
	for i, gang := range []int{3, 9, 64, 1000} {
		d := settings.Switches{Check: true, Poison: true, NoSwap: i == 1}
		cs = append(cs,
			Config{Gang: gang, Workers: 1 + i%2, Debug: d, Superblocks: Superblocks{Hot: 1 + 20*(i%2)}},
			Config{
				Gang: gang, Workers: 1, Debug: d, StackBytes: i / 3 << 12,
				Superblocks: Superblocks{Hot: 1, Force: uint64(1 + i)},
			},
		)
	}
	for i, name := range engine.Machines() {
		for groups := range 3 {
			cs = append(cs, Config{
				Gang: []int{9, 64, 1000}[(i+groups)%3], Workers: 1, Debug: settings.Switches{Check: true, Poison: true},
				Superblocks: Superblocks{
					Hot: 1, Machine: name, Groups: groups, Turns: groups % 2, Force: uint64(groups / 2),
					Bytes: groups << 11,
				},
			})
		}
	}
	cs = append(cs,
		Config{Gang: 64, Workers: 2, Debug: settings.Switches{Poison: true}},
		Config{Gang: 1, Workers: 2, Schedule: batch.Earliest},
		Config{Gang: 1000, Workers: 1, Schedule: batch.Earliest, Debug: settings.Switches{NoRefill: true}},
		Config{Gang: 7, Workers: 1, Debug: settings.Switches{Random: 3, NoRefill: true}},
		Config{Gang: 9, Workers: 1, Debug: settings.Switches{Random: 5}, everyForm: true},
	)
	return cs
}

var hostile = []settings.Switches{
	{Dense: true, Poison: true},
	{Compact: true, Poison: true},
	{Dense: true, NoSwap: true, Poison: true},
	{Compact: true, NoSwap: true, Check: true},
}

// QuickConfigs is a small choice from AllConfigs.
func QuickConfigs() []Config {
	cs := []Config{
		{Gang: 3, Workers: 1, Debug: settings.Switches{Random: 1, Poison: true}, everyForm: true},
		{Gang: 64, Workers: 1, Debug: settings.Switches{Poison: true}},
		{Gang: 8, Workers: 1, Schedule: batch.Earliest, StackBytes: 1 << 10},
	}
	for _, d := range hostile {
		cs = append(cs, Config{Gang: 9, Workers: 1, Schedule: batch.MostLanes, Debug: d})
	}
	for i, name := range engine.Machines() {
		cs = append(cs, Config{
			Gang: 9 << i, Workers: 1, Debug: settings.Switches{Check: true, Poison: true},
			Superblocks: Superblocks{Hot: 1, Machine: name, Groups: i, Turns: i},
		})
	}
	return append(cs,
		Config{Gang: 9, Workers: 1, Debug: settings.Switches{Check: true, Poison: true},
			Superblocks: Superblocks{Hot: 1}},
		Config{Gang: 64, Workers: 1, Debug: settings.Switches{Poison: true}, Superblocks: Superblocks{Hot: 1,
			Force: 1}},
	)
}
