"""How many people each paper's protocol needs.

II-Bench, Appendix B.3: "Each question was manually validated by at least three
annotators"; CII-Bench, §3.2.3: two annotators an image, five validators a question;
CMMMU, §3.1: "each question is manually verified by at least one of the paper's authors";
ImageMet, §3: two annotators, whose captions a third person is asked about.
"""

import pytest
from django.core.management import call_command

from demo.crew.staffing import required_staffing
from subtext_protocol.shipped import shipped_protocol
from tests.support.cast import Cast

NEEDED = {"ii-bench": (2, 3), "cii-bench": (2, 5), "cmmmu": (1, 1), "imagemet": (2, 1)}


@pytest.mark.parametrize("protocol_id", NEEDED)
def test_annotators_and_other_people_who_validate(protocol_id: str) -> None:
    needed = required_staffing(shipped_protocol(protocol_id))
    assert (needed.annotators, needed.validators) == NEEDED[protocol_id]
    assert needed.least_people == sum(NEEDED[protocol_id])


@pytest.mark.django_db(transaction=True)
def test_the_crew_says_so_before_it_begins(capsys: pytest.CaptureFixture[str]) -> None:
    cast = Cast()
    call_command("crew_simulate", cast.project.slug, people=1)
    first = capsys.readouterr().out.splitlines()[0]
    assert "needs at least 5 annotators" in first
    assert "With 1, some work will be left." in first
