package batch

import "fmt"

// checkLengths returns an error if a lane brings a slice of a length that it
// cannot have. The columns are of the right types.
func (c *Code) checkLengths(inputs []Column) error {
	for _, s := range c.slices {
		most := uint64(s.Cap)
		for lane, n := range as64(inputs[s.Len].Data).([]int64) {
			if uint64(n) > most { // or n < 0
				return fmt.Errorf("batch: input %s: lane %d has the length %d; the capacity is %d", s.Name, lane, n,
					s.Cap)
			}
		}
	}
	return nil
}
