"""Print how the subjects of an app depend on each other, and where they form circles.

``python -m tools.subjects [APP …]`` reads ``tools/subjects.toml``, which names the
subject of every module, and the imports of the code. ``--edges`` names the modules behind
each dependency. A module that no subject lists is named, and the exit code is then 1.
"""

import sys
import tomllib
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from grimp import ImportGraph, build_graph

TABLE = Path(__file__).with_suffix(".toml")
GLUE = [
    *("admin", "apps", "ports", "tasks", "job_kinds", "api.urls", "models"),
    *("migrations", "migrations.*", "management.options"),
]
"""What holds an app together and belongs to no subject."""

Subjects = Mapping[str, Sequence[str]]
"""Patterns of module names, without the app's, by subject."""


def is_any(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


@dataclass(frozen=True)
class AppImports:
    """Imports between the subjects of one app."""

    edges: Mapping[tuple[str, str], Sequence[str]]
    """``importer → imported`` (modules) by importing and imported subject."""
    unlisted: Sequence[str]
    """Modules that no subject lists, or more than one."""

    def circles(self) -> Sequence[Sequence[str]]:
        """Return the groups of subjects in which each needs every other."""
        graph = ImportGraph()
        for importer, imported in self.edges:
            graph.add_import(importer=importer, imported=imported)
        groups = {
            frozenset({subject, *graph.find_upstream_modules(subject)})
            & frozenset({subject, *graph.find_downstream_modules(subject)})
            for subject in graph.modules
        }
        return sorted(sorted(group) for group in groups if len(group) > 1)


def read_imports(graph: ImportGraph, app: str, subjects: Subjects) -> AppImports:
    """Return what the subjects of an app import of each other."""
    subject_of: dict[str, str] = {}
    unlisted = []
    for module in sorted(graph.find_descendants(app)):
        name = module.removeprefix(f"{app}.")
        if graph.find_children(module) and not graph.find_modules_directly_imported_by(
            module
        ):
            continue
        if is_any(name, GLUE):
            continue
        fitting = [key for key, names in subjects.items() if is_any(name, names)]
        if len(fitting) == 1:
            subject_of[module] = fitting[0]
        else:
            unlisted.append(f"{module} ({', '.join(fitting) or 'no subject'})")
    edges = defaultdict(list)
    for importer, subject in sorted(subject_of.items()):
        for imported in sorted(graph.find_modules_directly_imported_by(importer)):
            needed = subject_of.get(imported, subject)
            if needed != subject:
                names = (name.removeprefix(f"{app}.") for name in (importer, imported))
                edges[subject, needed].append(" → ".join(names))
    return AppImports(edges, unlisted)


def main(arguments: Sequence[str]) -> int:
    parser = ArgumentParser(prog="python -m tools.subjects", description=__doc__)
    parser.add_argument("app", nargs="*", help="all apps by default")
    parser.add_argument("--edges", action="store_true", help="name the modules")
    options = parser.parse_args(arguments)
    table: Mapping[str, Subjects] = tomllib.loads(TABLE.read_text("utf-8"))
    graph = build_graph(*table)
    is_complete = True
    for app in options.app or table:
        imports = read_imports(graph, app, table[app])
        is_complete = is_complete and not imports.unlisted
        print(f"{app}: {len(table[app])} subjects")
        for (importer, imported), modules in imports.edges.items():
            print(f"  {importer} → {imported}: {len(modules)}")
            if options.edges:
                print(*(f"    {names}" for names in modules), sep="\n")
        for circle in imports.circles():
            print(f"  circle: {', '.join(circle)}")
        for module in imports.unlisted:
            print(f"  in no subject, or in several: {module}")
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
