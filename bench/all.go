package bench

import "slices"

// All is every workload, group by group.
var All = byGroup(slices.Concat(exampleWorkloads, programWorkloads))

func byGroup(workloads []Workload) []Workload {
	slices.SortStableFunc(workloads, func(a, b Workload) int {
		return slices.Index(Groups, a.Group) - slices.Index(Groups, b.Group)
	})
	return workloads
}
