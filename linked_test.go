package lockstep_test

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep"
)

const linkedSource = `package p

type Node struct {
	Feature     int
	Threshold   float64
	Left, Right int
}

type Tree struct {
	Nodes  []Node
	Leaves []float64
	Name   string
}

type Forest struct{ Trees []*Tree }

func (f *Forest) Predict(x [2]float64) (s float64) {
	for _, t := range f.Trees {
		i := 0
		for i < len(t.Nodes) {
			n := &t.Nodes[i]
			if x[n.Feature] <= n.Threshold {
				i = n.Left
			} else {
				i = n.Right
			}
		}
		s += t.Leaves[i-len(t.Nodes)]
	}
	return s
}

type List struct {
	Key  float64
	Next *List
}

func Count(list *List, x float64) (n int) {
	for ; list != nil; list = list.Next {
		if list.Key < x {
			n++
		}
	}
	return n
}
`

type (
	testNode struct {
		Feature     int
		Threshold   float64
		Left, Right int
	}
	testTree struct {
		Nodes  []testNode
		Leaves []float64
		Name   string
	}
	testForest struct{ Trees []*testTree }
	testList   struct {
		Key  float64
		Next *testList
	}
)

// What all lanes share may refer to more: to trees in slices, or to a list.
func TestLinkedUniforms(t *testing.T) {
	predict, err := lockstep.Compile(linkedSource, "Forest.Predict", lockstep.Uniform("f"))
	require.NoError(t, err)
	forest := &testForest{Trees: []*testTree{
		{Nodes: []testNode{{0, 0.5, 1, 2}, {1, 0.5, 3, 4}}, Leaves: []float64{100, 1, 2}},
		{Leaves: []float64{10}},
	}}
	forest.Trees[0].Nodes[0].Right = 2
	in := lockstep.Inputs{"x": [][2]float64{{0, 0}, {0, 1}, {1, 0}}}
	r, err := predict.Run(ctx, in, lockstep.WithUniform("f", forest))
	require.NoError(t, err)
	require.Equal(t, []float64{11, 12, 110}, r.Float64("s"))
	_, err = predict.Run(ctx, in, lockstep.WithUniform("f", &testList{}))
	require.ErrorContains(t, err, "lockstep: uniform f: a *lockstep_test.testList does not have the part "+
		"f.Trees.each.at")
	_, err = predict.Run(ctx, in, lockstep.WithUniform("f", (*testForest)(nil)))
	require.ErrorContains(t, err, "lockstep: uniform f: it is a nil pointer")

	count, err := lockstep.Compile(linkedSource, "Count", lockstep.Uniform("list"))
	require.NoError(t, err)
	for list, want := range map[*testList][]int64{nil: {0, 0}, {2, &testList{1, nil}}: {1, 2}} {
		r, err = count.Run(ctx, lockstep.Inputs{"x": []float64{1.5, 3}}, lockstep.WithUniform("list", list))
		require.NoError(t, err)
		require.Equal(t, want, r.Int64("n"))
	}
}

const tariffSource = `package p

type Step struct {
	Kind  string
	Above float64
}

type Tariff struct {
	Name     string
	Steps    []Step
	ByRegion map[string]map[int]float64
}

func (t *Tariff) Price(region string, year int, used float64) (price float64, known bool) {
	rates, known := t.ByRegion[region]
	rate := rates[year]
	for _, s := range t.Steps {
		switch s.Kind {
		case "base":
			price += s.Above
		case "rate":
			price += max(used-s.Above, 0) * rate
		}
	}
	return price, known
}

func Count(text, word string, stop []string) (n int) {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i:i+len(word)] == word {
			n++
		}
	}
	for _, s := range stop {
		if s == text {
			return -1
		}
	}
	return n
}
`

type (
	testStep struct {
		Kind  string
		Above float64
	}
	testTariff struct {
		Name     string
		Steps    []testStep
		ByRegion map[string]map[int]float64
	}
)

// Strings and maps may be in what all lanes share, or be it.
func TestUniformTextsAndMaps(t *testing.T) {
	price, err := lockstep.Compile(tariffSource, "Tariff.Price", lockstep.Uniform("t"), lockstep.Cap("region", 8))
	require.NoError(t, err)
	tariff := &testTariff{"winter", []testStep{{"base", 5}, {"rate", 10}, {"none", 1}, {"rate", 20}},
		map[string]map[int]float64{"north": {2024: 2, 2025: 3}, "south": nil}}
	r, err := price.Run(ctx, lockstep.Inputs{"region": []string{"north", "north", "south", "", "north"},
		"year": []int{2024, 2025, 2024, 2024, 2030}, "used": []float64{15, 25, 25, 25, 100}},
		lockstep.WithUniform("t", tariff))
	require.NoError(t, err)
	require.Equal(t, []float64{15, 65, 5, 5, 5}, r.Float64("price"))
	require.Equal(t, []bool{true, true, true, false, true}, r.Bool("known"))

	count, err := lockstep.Compile(tariffSource, "Count", lockstep.Uniform("word", "stop"), lockstep.Cap("text", 8))
	require.NoError(t, err)
	in := lockstep.Inputs{"text": []string{"banana", "", "stop", "anan"}}
	for _, tt := range []struct {
		word string
		stop []string
		want []int64
	}{{"an", []string{"", "stop"}, []int64{2, -1, -1, 2}}, {"", nil, []int64{7, 1, 5, 5}}} {
		r, err = count.Run(ctx, in, lockstep.WithUniform("word", tt.word), lockstep.WithUniform("stop", tt.stop))
		require.NoError(t, err)
		require.Equal(t, tt.want, r.Int64("n"))
	}
	_, err = count.Run(ctx, in, lockstep.WithUniform("word", "a"), lockstep.WithUniform("stop", []float64{1}))
	require.ErrorContains(t, err, "a []float64 does not have the part stop.each.off")
}

const findSource = `package p

func Find(text string, words []string, at map[string]int, pairs map[Pair]bool) (n, sum, last int, part bool) {
	for i, w := range words {
		if w == text {
			n++
			sum += i
		}
	}
	for _, w := range words {
		if len(text) > 1 && w == text[1:] {
			part = true
		}
	}
	last = at[text]
	if pairs[Pair{text, n}] {
		last += 1000
	}
	return n, sum, last, part
}

type Pair struct {
	Text string
	N    int
}
`

// Strings of lanes are found among those that all lanes share, whatever room lanes have for them.
func TestFindsUniformTexts(t *testing.T) {
	type pair struct {
		Text string
		N    int
	}
	rng := rand.New(rand.NewPCG(1, 2))
	text := func(most int) string {
		b := make([]byte, rng.IntN(most+1))
		for i := range b {
			b[i] = "ab\x00\xff"[rng.IntN(4)&rng.IntN(4)]
		}
		return string(b)
	}
	for _, room := range []int{1, 7, 8, 9, 16, 31, 32, 33, 40} {
		f := lockstep.MustCompile(findSource, "Find", lockstep.Uniform("words", "at", "pairs"),
			lockstep.Cap("text", room))
		var words, texts []string
		at, pairs := map[string]int{}, map[pair]bool{}
		for i := range 30 {
			w := text(min(room+1, 1+i))
			words = append(words, w)
			at[w] = i
			pairs[pair{w, i & 1}] = true
		}
		for range 200 {
			s := words[rng.IntN(len(words))]
			if s = s[:min(len(s), room)]; rng.IntN(3) == 0 {
				s = text(room)
			} else if len(s) < room && rng.IntN(3) == 0 {
				s = "a" + s
			}
			texts = append(texts, s)
		}
		for _, engine := range f.Engines() {
			r, err := f.Run(ctx, lockstep.Inputs{"text": texts}, lockstep.WithUniform("words", words),
				lockstep.WithUniform("at", at), lockstep.WithUniform("pairs", pairs), lockstep.Engine(engine))
			require.NoError(t, err)
			for i, s := range texts {
				n, sum, last, part := 0, 0, at[s], false
				for k, w := range words {
					if w == s {
						n++
						sum += k
					}
					part = part || len(s) > 1 && w == s[1:]
				}
				if pairs[pair{s, n}] {
					last += 1000
				}
				got := []any{r.Int64("n")[i], r.Int64("sum")[i], r.Int64("last")[i], r.Bool("part")[i]}
				want := []any{int64(n), int64(sum), int64(last), part}
				require.Equal(t, want, got, "%q with room for %d, %v", s, room, engine)
			}
		}
	}
}
