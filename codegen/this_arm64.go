//go:build arm64

package codegen

import _ "embed"

// ThisBuild is the form of this build.
const ThisBuild = ARM64

//go:embed forms/gomath_arm64_gen.bin
var gomathData string
