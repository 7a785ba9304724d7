package batch

// Groups returns the names of the variables that share a frame.
func (c *Code) Groups() [][]string {
	var groups [][]string
	for _, members := range c.groups {
		var names []string
		for _, v := range members {
			names = append(names, c.vars[v].name)
		}
		groups = append(groups, names)
	}
	return groups
}
