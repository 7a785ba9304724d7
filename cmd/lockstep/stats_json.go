package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/lockstep-simt/lockstep/program/optab"
)

const statsUsage = "tell on standard error how full the lanes were, where time went and why lanes faulted;\n" +
	"-stats=json tells it as JSON, and -stats=FILE.json writes that to a file"

// statsFlag is -stats: "" is off, "table", "json", or a file for JSON.
type statsFlag string

// IsBoolFlag makes -stats by itself a table.
func (s *statsFlag) IsBoolFlag() bool { return true }

func (s *statsFlag) String() string { return string(*s) }

func (s *statsFlag) Set(value string) error {
	switch {
	case value == "true", value == "table":
		*s = "table"
	case value == "false":
		*s = ""
	case value == "json", strings.EqualFold(filepath.Ext(value), ".json"):
		*s = statsFlag(value)
	default:
		return errors.New("write -stats, -stats=json or -stats=FILE.json")
	}
	return nil
}

// file is the file of -stats=FILE.json, or "".
func (s statsFlag) file() string {
	if s == "" || s == "table" || s == "json" {
		return ""
	}
	return string(s)
}

// write tells about each function of a run.
func (s statsFlag) write(w io.Writer, o *outcomes) error {
	switch s {
	case "":
		return nil
	case "table":
		for i, r := range o.list {
			if i > 0 {
				fmt.Fprintln(w)
			}
			writeStats(w, r)
			r.parting.write(w)
		}
		return nil
	}
	list := make([]runStats, len(o.list))
	for i, r := range o.list {
		list[i] = statsOf(r)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(map[string]any{"functions": list})
}

// runStats is what -stats says of a function, as JSON.
type runStats struct {
	Program       string         `json:"program"`
	Function      string         `json:"function,omitempty"`
	Lanes         int            `json:"lanes"`
	Finished      int64          `json:"finished"` // or faulted
	Faults        map[string]int `json:"faults"`   // by code
	Workers       int            `json:"workers"`
	Engine        string         `json:"engine"`
	Why           string         `json:"why,omitempty"`
	OtherMath     string         `json:"other_math,omitempty"`
	Gang          int            `json:"gang"`
	Seconds       float64        `json:"seconds"`
	LanesPerSec   float64        `json:"lanes_per_second"`
	BlocksRun     int64          `json:"blocks_run,omitempty"`
	Utilisation   float64        `json:"utilisation,omitempty"` // by kernels, of the sampled lanes
	Sampled       int            `json:"sampled_lanes,omitempty"`
	Parting       []lineJSON     `json:"parting,omitempty"` // where lanes part, the costliest first
	Copied        *copiedStats   `json:"arrays_copied,omitempty"`
	Hosted        int64          `json:"hosted,omitempty"`
	HostExits     int64          `json:"host_exits,omitempty"`
	Blocks        []blockStats   `json:"blocks,omitempty"`
	DeepestStacks map[string]int `json:"deepest_stacks,omitempty"`
}

// copiedStats is how many bytes of arrays a lane copied, on average of the sampled lanes.
type copiedStats struct {
	Sampled int     `json:"sampled_lanes"`
	Bytes   float64 `json:"bytes_a_lane"`
	Each    float64 `json:"bytes_a_lane_copies_all"`
}

type blockStats struct {
	Name      string `json:"name"`
	Source    string `json:"source"`
	Runs      int64  `json:"runs"`
	Lanes     int64  `json:"lanes"`
	Compacted int64  `json:"compacted"`
}

func statsOf(r ran) runStats {
	s := &r.res.Stats
	out := runStats{
		Program: r.compiled.Source().Name, Function: r.fn, Lanes: r.res.Lanes, Finished: s.Lanes,
		Faults:  map[string]int{},
		Workers: s.Workers, Engine: s.Engine, Why: s.Why, OtherMath: r.math, Gang: s.Gang, Seconds: s.Elapsed.Seconds(),
		BlocksRun: s.Steps(), Hosted: s.Hosted, HostExits: s.HostExits,
	}
	if p := r.parting; p != nil {
		out.Utilisation, out.Sampled, out.Parting = p.utilisation, p.lanes, linesJSON(p.profile.Parting)
	}
	if c := r.copied; c != nil {
		out.Copied = &copiedStats{c.lanes, c.bytes, c.each}
	}
	if out.Seconds > 0 {
		out.LanesPerSec = float64(s.Lanes) / out.Seconds
	}
	for _, c := range optab.Codes() {
		for _, f := range r.res.Faults {
			if f.Code == c {
				out.Faults[c.String()]++
			}
		}
	}
	for _, b := range s.Blocks {
		if b.Runs > 0 {
			source := b.Pos.In(r.compiled.Lowered().File).String()
			out.Blocks = append(out.Blocks, blockStats{b.Name, source, b.Runs, b.Lanes, b.Compacted})
		}
	}
	for _, st := range s.Stacks {
		if st.High > 0 {
			if out.DeepestStacks == nil {
				out.DeepestStacks = map[string]int{}
			}
			out.DeepestStacks[st.Name] = st.High
		}
	}
	return out
}
