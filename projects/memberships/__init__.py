"""Members of a project, and how people become one."""
