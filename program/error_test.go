package program_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lockstep-simt/lockstep/program"
)

func TestErrorText(t *testing.T) {
	for want, e := range map[string]program.Error{
		"bad": {Instr: -1, Msg: "bad"},
		"a.go:3:4: f: block b: bad": {Pos: program.Pos{File: "a.go", Line: 3, Col: 4}, Func: "f", Block: "b",
			Instr: 2, Msg: "bad"},
		"f: block b: instruction 2: bad": {Func: "f", Block: "b", Instr: 2, Msg: "bad"},
		"f: block b: bad":                {Func: "f", Block: "b", Instr: -1, Msg: "bad"},
		"3: bad":                         {Pos: program.Pos{Line: 3}, Instr: -1, Msg: "bad"},
	} {
		require.Equal(t, want, e.Error())
	}
}

func TestErrorList(t *testing.T) {
	var l program.ErrorList
	require.NoError(t, l.Err())
	l = append(l, &program.Error{Instr: -1, Msg: "one", Pos: program.Pos{File: "b", Line: 2}})
	require.EqualError(t, l.Err(), "b:2: one")
	l = append(l, &program.Error{Instr: -1, Msg: "two", Pos: program.Pos{File: "b", Line: 1, Col: 3}})
	require.EqualError(t, l.Err(), "b:2: one (and 1 more error)")
	l = append(l, &program.Error{Instr: -1, Msg: "three", Pos: program.Pos{File: "a", Line: 7}})
	l.Sort()
	require.EqualError(t, l.Err(), "a:7: three (and 2 more errors)")

	wrapped := fmt.Errorf("lower: %w", l)
	require.Equal(t, l, program.Errors(wrapped))
	var e *program.Error
	require.True(t, errors.As(wrapped, &e), "each error of the list can be found")
	require.Equal(t, program.ErrorList{e}, program.Errors(e))
	require.Empty(t, program.Errors(nil))
	require.Equal(t, "plain", program.Errors(errors.New("plain"))[0].Msg)
}
