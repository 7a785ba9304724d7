// Package geom is a package whose types and errors the functions of package
// wrapped use.
//
// Imports: nothing of ours.
package geom

import "errors"

// Point is a struct of another package.
type Point struct{ X, Y float64 }

// Angle is a named number.
type Angle float64

// ErrFar is an error of another package.
var ErrFar = errors.New("too far")
