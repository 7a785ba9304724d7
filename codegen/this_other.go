//go:build !amd64 && !arm64

package codegen

// ThisBuild is that of a build whose package math there is no code for.
const ThisBuild = Unfused

var gomathData string
