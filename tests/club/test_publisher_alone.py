"""What a table tells the club where nobody listens yet: no broker is needed for that."""

from kitchen import EMPTY, Kitchen, with_names
from patience import until

from companion.club.message import load
from companion.club.table.line import Line
from companion.club.table.publisher import Publisher
from companion.config import ClubConfig
from companion.errors import JournalError

NOWHERE = ClubConfig(broker="127.0.0.1", port=1, table="t07", tls=False)


def test_what_the_journal_could_not_tell_is_asked_again_with_the_next_state(monkeypatch):
    kitchen, words = Kitchen(), []
    evening = kitchen.start(seating=with_names("Ada", "Běla"))
    monkeypatch.setattr(Line, "say", lambda line, word: words.append(load(word)))
    tell, asked = evening.journal.sitting, []

    def busy_at_first(number):
        asked.append(number)
        if len(asked) == 1:
            raise JournalError("the journal cannot be read; start again")
        return tell(number)

    monkeypatch.setattr(evening.journal, "sitting", busy_at_first)
    publisher = Publisher(NOWHERE, evening.bulletin, evening.journal)
    publisher.start()
    until(lambda: asked)
    kitchen.sees(EMPTY)
    assert until(lambda: words and words[-1].sitting)
    evening.stop()
    publisher.stop()
