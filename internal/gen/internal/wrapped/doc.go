// Package wrapped has functions with parameters and results of every kind that
// a generated wrapper can have; its test runs the wrappers in every way and
// compares each lane with a call of the function.
//
// Imports: lane, lane/native, lane/wrap, engine/functions and simd/functions, which generated code imports, and its own
// geom.
//
// # Files
//
// wrapped.go has numbers, structs and uniforms, nested.go slices of slices, nils.go slices that may be nil, linked.go
// what refers to others, tariff.go strings and maps that lanes share, texts.go strings of a few, texts_any.go any
// strings. *_lockstep*.go are the wrappers.
package wrapped

//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Numbers,Warm,Turn,Cross,Trace,Body.Step,Body.tagged,Names,hypotenuse -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Line,Lookup,Weigh,Nearest,Affine,Tree.Predict,Shift,Walk -uniform slope,table,net,points,m,t,by,up,down,gain -asm -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Sum,Scale,Sorted,Gradient,Body.Advance,Body.Weight,Bump,Longer,Least -len v=3 -cap x=5 -cap tags=4 -cap words=3 -len grad=2 -len at=2 -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Forest.Score,Find,Total[float64],Pair[int32,float32].Swap -uniform f,root -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Halve,Side -make-cap 6 -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Rows,Fill,Titled.Mean,Series.Record,Smooth,Collect,Lookout,Either,Judge,Meter.Add,Square -cap m=3,m[]=4,s.Points=3,s.counts=5,s.Series.Points=4 -make-cap 6 -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func matrix.Turned -len m=2,m[]=3 -asm -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Root,Check,Divide,Wave,Settle,Bits -asm -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Decay -name DecayAll -math ours .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Toll,Levy -assume-constant rates .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Payoff,Order.Against -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Later -texts a=call -texts b=call -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Above,Doubled,Chosen,Tally,Stairs,TwoRows,Cleared,Collected,Settled,Stock.Raise -cap x=4,y=4,s.Items=4 -make-cap 16 -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Shout,Badge.Label,Parsed -cap s=12,b.Name=8 -test .
//go:generate go run github.com/lockstep-simt/lockstep/cmd/lockstep gen -func Tariff.Price,Occurs -uniform t,word,weights -cap region=6,text=6 -test .
