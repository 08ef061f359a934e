"""Print how the subjects of an app depend on each other, and where they form circles.

A subject is a folder of an app. ``python -m tools.subjects [APP …]`` reads the imports of
the code; ``--edges`` names the modules behind each dependency.
"""

import sys
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from grimp import ImportGraph, build_graph

APPS = (
    *("projects", "curation", "annotation", "review"),
    *("published", "releases", "evaluation"),
)
GLUE = ("management", "migrations")
"""Folders that Django asks for: they belong to no subject."""


@dataclass(frozen=True)
class AppImports:
    """Imports between the subjects of one app."""

    subjects: Sequence[str]
    edges: Mapping[tuple[str, str], Sequence[str]]
    """``importer → imported`` (modules) by importing and imported subject."""

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


def read_imports(graph: ImportGraph, app: str) -> AppImports:
    """Return what the subjects of an app import of each other."""
    folders = {
        module
        for module in graph.find_children(app)
        if graph.find_children(module) and module.rpartition(".")[2] not in GLUE
    }
    edges = defaultdict(list)
    for folder in sorted(folders):
        for importer in sorted({folder, *graph.find_descendants(folder)}):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                needed = ".".join(imported.split(".")[:2])
                if needed in folders and needed != folder:
                    names = (_below(app, name) for name in (importer, imported))
                    pair = _below(app, folder), _below(app, needed)
                    edges[pair].append(" → ".join(names))
    return AppImports(sorted(_below(app, folder) for folder in folders), edges)


def _below(app: str, module: str) -> str:
    return module.removeprefix(f"{app}.")


def main(arguments: Sequence[str]) -> None:
    parser = ArgumentParser(prog="python -m tools.subjects", description=__doc__)
    parser.add_argument("app", nargs="*", help="all apps by default")
    parser.add_argument("--edges", action="store_true", help="name the modules")
    options = parser.parse_args(arguments)
    graph = build_graph(*APPS)
    for app in options.app or APPS:
        imports = read_imports(graph, app)
        print(f"{app}: {', '.join(imports.subjects)}")
        for (importer, imported), modules in imports.edges.items():
            print(f"  {importer} → {imported}: {len(modules)}")
            if options.edges:
                print(*(f"    {names}" for names in modules), sep="\n")
        for circle in imports.circles():
            print(f"  circle: {', '.join(circle)}")


if __name__ == "__main__":
    main(sys.argv[1:])
