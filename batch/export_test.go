package batch

// Clusters returns the names of the variables that are saved together.
func (c *Code) Clusters() [][]string {
	var clusters [][]string
	for _, members := range c.clusters {
		var names []string
		for _, v := range members {
			names = append(names, c.vars[v].name)
		}
		clusters = append(clusters, names)
	}
	return clusters
}
