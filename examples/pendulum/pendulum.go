// Package pendulum swings: slices of slices in, pointers to structs with slices out, and errors.
package pendulum

import (
	"errors"
	"math"
)

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Swing -cap kicks=3,kicks[]=2 -make-cap 32 -test .

// ErrOver is returned for a pendulum that goes over the top.
var ErrOver = errors.New("the pendulum goes over the top")

// Record is what there was to see.
type Record struct {
	Crossings []float64 // when the pendulum passed its lowest point
	Energy    float64   // what it has left
}

const (
	step    = 1.0 / 64
	seconds = 20
)

// Swing follows a pendulum with friction that is let go at an angle, and is kicked now and then: a kick
// is a time and by how much the speed changes.
func Swing(angle, friction float64, kicks [][]float64) (*Record, error) {
	record := &Record{}
	speed := 0.0
	for t := 0.0; t < seconds; t += step {
		for _, kick := range kicks {
			if t <= kick[0] && kick[0] < t+step {
				speed += kick[1]
			}
		}
		before := angle
		angle, speed = move(angle, speed, friction)
		if math.Abs(angle) > math.Pi {
			return nil, ErrOver
		}
		if (before < 0) != (angle < 0) {
			record.Crossings = append(record.Crossings, t+float64(step*before)/(before-angle))
		}
	}
	record.Energy = float64(speed*speed)/2 + 1 - math.Cos(angle)
	return record, nil
}

// move is a step by the midpoint rule.
func move(angle, speed, friction float64) (float64, float64) {
	middle := angle + float64(speed*step/2)
	halfway := speed + float64(force(angle, speed, friction)*step/2)
	return angle + float64(halfway*step), speed + float64(force(middle, halfway, friction)*step)
}

func force(angle, speed, friction float64) float64 { return -math.Sin(angle) - float64(friction*speed) }
