//go:build amd64 && !amd64.v3

package codegen

import _ "embed"

// ThisBuild is the form of this build.
const ThisBuild = Unfused

//go:embed forms/gomath_amd64_gen.bin
var gomathData string
