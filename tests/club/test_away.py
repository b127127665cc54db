"""What a table's page shows of the club: nothing, but for a small cloud while it is away."""

from dataclasses import replace

import pytest
from kitchen import Kitchen

from companion.club.table.publisher import AWAY, JOINED
from web import create_app

CLOUD = 'class="club-away"'


@pytest.mark.parametrize(("club", "shown"), [("", False), (JOINED, False), (AWAY, True)])
def test_a_cloud_is_shown_only_while_the_club_is_away(club, shown):
    evening = Kitchen().start()
    evening.bulletin.change(lambda state: replace(state, club=club))
    client = create_app(evening).test_client()
    for address in ("/", "/scoreboard", "/table", "/player/0"):
        assert (CLOUD in client.get(address).text) == shown, address
    assert client.get("/api/state").json["club"] == club
    evening.stop()
