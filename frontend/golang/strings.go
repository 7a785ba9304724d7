package golang

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"math"
	"math/bits"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/lockstep-simt/lockstep/frontend/golang/internal/known"
	"github.com/lockstep-simt/lockstep/program"
)

// Strings that are known, or one of several that are (known/texts.go). What a string of a
// lane gives is computed for all that it may be when compiling, and selected by the number
// that tells which it is.

// selectText gives the number of the string that a string is, of those that it may be.
func (b *coder) selectText(a known.Atom, number func(text string) int64) program.Operand {
	texts := a.Texts()
	switch {
	case a.Kind == known.Conflict:
		b.refuseKind(a, types.Typ[types.String])
	case a.Kind == known.Slice:
		b.fail("this string may be any text, and here it must be one of up to %d that are known when compiling",
			known.MaxTexts)
	case len(texts) == 0:
		b.fail("%s", noText(a.Why))
	}
	numbers := make([]int64, len(texts))
	for i, s := range texts {
		numbers[i] = number(s)
	}
	if differ := slices.IndexFunc(numbers, func(n int64) bool { return n != numbers[0] }); differ >= 0 &&
		a.Kind == known.OneOf && !a.Nums[0].IsLiteral() && len(numbers) > mostSelected {
		return b.lookUp(a.Nums[0], numbers)
	}
	return b.selectAmong(numbers, func(i int64) program.Operand { return b.isNumber(a.Nums[0], i) })
}

// mostSelected is of how many strings a number is selected; of more, a table has it.
const mostSelected = 6

// lookUp takes a number from a table, whose length is a power of two: that there is an element needs no proof then.
func (b *coder) lookUp(which program.Operand, numbers []int64) program.Operand {
	n := 1 << bits.Len(uint(len(numbers)-1))
	u := &program.Uniform{Type: program.TensorType{Dtype: program.I64, Shape: []int{n}}, Data: make([]uint64, n)}
	for i, x := range numbers {
		u.Data[i] = uint64(x)
	}
	name := b.define(fmt.Sprint("numbers ", numbers), "numbers", u)
	i := b.op("and", program.I64, which, known.Int64(int64(n-1)))
	return b.element(program.Ref(name), known.Leaf{Dtype: program.I64}, []program.Operand{i})
}

// selectAmong gives a number for which a condition holds, or the first if there is none.
func (b *coder) selectAmong(numbers []int64, is func(i int64) program.Operand) program.Operand {
	got := known.Int64(numbers[0])
	for i, n := range numbers {
		if n != numbers[0] {
			got = b.selectNumber(program.I64, is(int64(i)), known.Int64(n), got)
		}
	}
	return got
}

// textNumbers gives two strings numbers that are in the order of the strings.
func (b *coder) textNumbers(x, y known.Atom) (known.Atom, known.Atom) {
	all := slices.Concat(x.Texts(), y.Texts())
	slices.Sort(all)
	all = slices.Compact(all)
	number := func(a known.Atom) known.Atom {
		o := program.Operand{}
		if texts := a.Texts(); a.Kind == known.OneOf && slices.Equal(all, texts) {
			o = a.Nums[0] // it has them already
		} else {
			o = b.selectText(a, func(s string) int64 { return int64(slices.Index(all, s)) })
		}
		return known.NumberAtom(known.Leaf{Dtype: program.I64}, o)
	}
	return number(x), number(y)
}

// binaryText compares and joins strings.
func (b *calculation) binaryText(in *ssa.BinOp) {
	x, y := b.atom(in.X), b.atom(in.Y)
	switch {
	case in.Op == token.ADD:
		b.joinTexts(in, x, y)
		return
	case x.Kind == known.Slice || y.Kind == known.Slice:
		b.defineNumber(b.compareBytes(in.Op, x, y))
		return
	case x.Kind == known.Text && y.Kind == known.Text && x.Known && y.Known:
		b.defineNumber(truth(constant.Compare(constant.MakeString(x.Text), in.Op, constant.MakeString(y.Text))))
		return
	}
	equal := in.Op == token.EQL || in.Op == token.NEQ
	if equal && len(x.Texts()) > 0 && len(y.Texts()) > 0 && !slices.ContainsFunc(x.Texts(), func(s string) bool {
		return slices.Contains(y.Texts(), s)
	}) {
		b.defineNumber(truth(in.Op == token.NEQ))
		return
	}
	x, y = b.textNumbers(x, y)
	b.defineNumber(b.op(rows[in.Op], program.I64, x.Nums[0], y.Nums[0]))
}

// maxJoined bounds how many strings x+y may be: a loop that adds to one has to end being analysed.
const maxJoined = 16

// joinedTexts is x+y where both are known or one of some, which gives at most maxJoined.
func (b *coder) joinedTexts(x, y known.Atom) known.Atom {
	xs, ys := x.Texts(), y.Texts()
	var texts []string
	for _, s := range xs {
		for _, t := range ys {
			texts = append(texts, s+t)
		}
	}
	return b.textAmong(texts, func(i int64) program.Operand {
		xIs, yIs := truth(true), truth(true)
		if x.Kind == known.OneOf {
			xIs = b.isNumber(x.Nums[0], i/int64(len(ys)))
		}
		if y.Kind == known.OneOf {
			yIs = b.isNumber(y.Nums[0], i%int64(len(ys)))
		}
		return b.op("and", program.Bool, xIs, yIs)
	})
}

// textAmong gives the string for which a condition holds.
func (b *coder) textAmong(texts []string, is func(i int64) program.Operand) known.Atom {
	all := slices.Compact(slices.Sorted(slices.Values(texts)))
	numbers := make([]int64, len(texts))
	for i, s := range texts {
		numbers[i] = int64(slices.Index(all, s))
	}
	if len(all) == 1 {
		return known.OneOfTexts(all, known.Int64(0))
	}
	return known.OneOfTexts(all, b.selectAmong(numbers, is))
}

// lengthOfText is len of a string.
func (b *coder) lengthOfText(a known.Atom) program.Operand {
	length := b.selectText(a, func(s string) int64 { return int64(len(s)) })
	if length == known.Varying() {
		return known.AtMost(a.LongestText()) // which is room for what is made of it
	}
	return length
}

// sliceOfText translates s[low:high] where the bounds are constants, and reports whether they are.
func (b *slicing) sliceOfText(a known.Atom, low, high program.Operand, hasHigh bool) bool {
	length := b.lengthOfText(a)
	if !hasHigh {
		high = known.Int64(math.MaxInt64)
	}
	if !low.IsLiteral() || !high.IsLiteral() || int64(low.Bits) < 0 || int64(high.Bits) < int64(low.Bits) {
		return false
	}
	if hasHigh {
		b.bound(high, length)
	} else {
		b.bound(low, length)
	}
	var texts []string
	for _, s := range a.Texts() {
		to := min(int(high.Bits), len(s))
		texts = append(texts, s[min(int(low.Bits), to):to])
	}
	b.define(known.Value{b.textAmong(texts, func(i int64) program.Operand { return b.isNumber(a.Nums[0], i) })})
	return true
}

// byteAt reads a byte of a string: of a table of the bytes of all that it may be.
func (b *addressing) byteAt(in *ssa.Index) {
	a, i := b.atom(in.X), b.index(in.Index)
	if a.Kind == known.Slice {
		b.define(b.read(b.elementAt(a, b.op("checkindex", program.I64, i, a.Nums[len(a.Nums)-2]))))
		return
	}
	length := b.lengthOfText(a)
	all := strings.Join(a.Texts(), "")
	if all == "" {
		b.never(faultIndex, "")
	}
	if a.Kind == known.Text && i.IsLiteral() && i.Bits < uint64(len(all)) {
		b.defineNumber(program.Lit(program.U32, uint64(all[i.Bits])))
		return
	}
	if a.Kind == known.OneOf {
		begin, from := int64(0), map[string]int64{}
		for _, s := range a.Texts() {
			from[s] = begin
			begin += int64(len(s))
		}
		i = b.op("checkindex", program.I64, i, length)
		i = b.sum(b.selectText(a, func(s string) int64 { return from[s] }), i)
	}
	lf := b.layouts.Of(in.Type()).Leaves[0]
	b.defineNumber(b.element(program.Ref(b.byteTable(all)), lf, []program.Operand{i}))
}

// bytesOf gives the bytes of a string that is appended or copied, and anything else as it is.
func (b *slicing) bytesOf(a known.Atom) known.Atom {
	texts := a.Texts()
	switch {
	case !a.IsText():
		return a
	case len(texts) > 0 && !slices.ContainsFunc(texts, func(s string) bool { return s != "" }):
		return known.Atom{Kind: known.Nothing}
	}
	return b.textBytes(a)
}

// byteTable declares the uniform that holds the bytes of a string, once.
func (t *translator) byteTable(s string) string {
	u := &program.Uniform{Type: program.TensorType{Dtype: program.U32, Shape: []int{len(s)}}}
	for i := range len(s) {
		u.Data = append(u.Data, uint64(s[i]))
	}
	return t.define("bytes "+s, "bytes", u)
}
