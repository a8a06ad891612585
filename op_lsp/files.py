"""The files of the workspace, open or not: what each of them holds, and where what one of them names is defined.

Everything here runs on the session's worker thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts, Place
from op_lint.files import SourceFile, UnreadableError, discover
from op_lint.files.notebook import read_code
from op_lsp import names
from op_lsp.convert import Point
from op_lsp.survey import Survey, handlers

if TYPE_CHECKING:
    from op_lsp.workspace import Workspace


class Files:
    """The files of one workspace's folders, and those that were asked about."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._survey: Survey | None = None
        self._unread: list[str] = []
        self._outdated: set[str] = set()
        self._located: dict[tuple[str, str], names.Definition] = {}
        """What a name in a file was found to mean, by path and name."""

    def outdate(self, path: str) -> None:
        """Effect: a file is read again before anything is told of it."""
        self._outdated.add(path)

    def start_over(self) -> None:
        """Effect: the folders are looked through again."""
        self._survey = None

    def reset(self) -> None:
        """Effect: forgets what was found; the folders are looked through again."""
        self._located.clear()
        self.start_over()

    def survey(self, *, whole: bool = False) -> Survey:
        """Effect: brings what is known of the project up to date, and with ``whole`` reads what was never read."""
        survey = self._survey
        if survey is None:
            survey = self._survey = Survey()
            self._unread = [found.path for found in discover(filter(_is_project, self._workspace.folders)).files]
            self._unread.reverse()
            self._outdated.update(self._workspace.open)
        while whole and self.survey_step():
            pass
        for path in self._outdated:
            self._read_into(survey, path)
        self._outdated.clear()
        return survey

    def holding(self, word: str) -> Iterator[tuple[str, SourceFile]]:
        """Effect: reads files of the folders. Those in which nothing of ours was found, but a word, and their text."""
        known = self.survey(whole=True).facts
        for found in discover(filter(_is_project, self._workspace.folders)).files:
            path = found.path
            if path in known or self._workspace.config(path).excludes(path):
                continue
            try:
                source = self._workspace.open[path].source if path in self._workspace.open else read_code(path)
            except UnreadableError:
                continue
            if word in source.text:
                yield path, source

    def survey_step(self) -> bool:
        """Effect: reads one more file of the folders; False where none is left."""
        survey = self._survey if self._survey is not None else self.survey()
        if not self._unread:
            return False
        path = self._unread.pop()
        if path not in survey.facts:
            self._read_into(survey, path)
        return True

    def _read_into(self, survey: Survey, path: str) -> None:
        survey.drop(path)
        facts = self._workspace.facts_of(path)
        if facts is not None and facts.relevant:
            survey.put(facts)

    def function(self, name: Place) -> FunctionFacts | None:
        """Effect: reads the file, where that has not been done. Gives the agentic function whose name is at a place."""
        survey = self.survey()
        if name.path not in survey.facts:
            self._read_into(survey, name.path)
        return survey.function(name)

    def definition(self, path: str, point: Point) -> names.Definition | None:
        """Where the name at a point of a file is defined, within the project."""
        project = self._workspace.project_of(path)
        module = project.module(path)
        return names.definition(project, module, point) if module is not None else None

    def locate(self, place: Place) -> Place | None:
        """Where the function is defined that is named at a place: by the last name of a dotted one.

        While one of the two files does not parse, what was found before counts, at its new place.
        """
        where = place.range
        found = self.definition(place.path, (where.end_line, max(0, where.end_column - 1)))
        written = self._written(place)
        if found is not None and found.kind == "def":
            self._located[place.path, written] = found
            return found.place
        known = self._located.get((place.path, written)) if found is None else None
        facts = self.survey().facts
        if known is None or not any(_unparsed(facts.get(path)) for path in (place.path, known.place.path)):
            return None
        there = facts.get(known.place.path)
        functions = there.functions if there is not None else ()
        again = next((function for function in functions if function.name == known.name), None)
        return Place(known.place.path, again.name_range) if again is not None else None

    def _written(self, place: Place) -> str:
        module = self._workspace.project_of(place.path).module(place.path)
        return module.source.lines.slice(place.range) if module is not None else ""

    def handler(self, decision: DecisionFacts, index: int) -> Place | None:
        """Where the function of an option is defined, None where it has none that is known."""
        place = dict(handlers(decision)).get(index)
        return self.locate(place) if place is not None else None

    def references(self, wanted: names.Definition) -> list[Place]:
        """Where the files of the project, and those of the survey, name a definition."""
        found: list[Place] = []
        for path in sorted({wanted.place.path, *self.survey(whole=True).facts}):
            project = self._workspace.project_of(path)
            module = project.module(path)
            if module is not None and wanted.name in module.source.text:
                found.extend(Place(path, where) for where in names.references(project, module, wanted))
        return found


def _is_project(folder: str) -> bool:
    """Whether a folder can be one: not a whole disk, and not all that somebody has."""
    path = Path(folder)
    return path.is_dir() and path != path.parent and path != Path.home()


def _unparsed(facts: FileFacts | None) -> bool:
    return facts is not None and facts.broken
