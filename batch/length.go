package batch

import "fmt"

// checkLengths returns an error if a lane brings a slice of a length that it
// cannot have. The columns are of the right types.
func (c *Code) checkLengths(inputs []Column) error {
	for _, s := range c.slices {
		lens, least, most := as64(inputs[s.Len].Data).([]int64), int64(s.Least()), int64(s.Cap)
		if t, ok := inputs[s.Elems[0]].Data.(*Texts); ok && t.limits(lens, s.Cap) {
			continue
		}
		signs := int64(0) // negative if one of the differences is
		for _, n := range lens {
			signs |= (n - least) | (most - n)
		}
		if signs >= 0 {
			continue
		}
		for lane, n := range lens {
			if n < least || n > most {
				return fmt.Errorf("batch: input %s: lane %d has the length %d; the capacity is %d", s.Name, lane, n,
					s.Cap)
			}
		}
	}
	return nil
}
