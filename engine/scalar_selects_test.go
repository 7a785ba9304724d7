package engine

import "testing"

// TestScalarSelects: selects by one condition look at it once. The first of them may have nothing left to select, as
// ranges say of the minimum, and still has the look of the others.
func TestScalarSelects(t *testing.T) {
	skipWithoutScalar(t)
	compareScalar(t, map[string]string{
		"a flag": `func F(n, a int, base, extra uint64) (r uint64) {
			vip := a&1 != 0
			for range n & 7 {
				limit, b := uint64(10), base
				if vip { limit, b = 1000, base*3 }
				r += b + min(extra&3, limit)
			}
			return r
		}`,
		"a comparison": `func F(n, a int, base, extra uint64) (r uint64) {
			for range n & 7 {
				limit, b := uint64(10), base
				if a > 2 { limit, b = 1000, base*3 }
				r += b + min(extra&3, limit)
			}
			return r
		}`,
		"three": `func F(n int, a float64, base, extra uint64) (r uint64) {
			for range n & 7 {
				limit, b, c := uint64(10), base, extra
				if a != 2 { limit, b, c = 1000, base*3, base }
				r += b + min(extra&3, limit) ^ c
			}
			return r
		}`,
	})
}
