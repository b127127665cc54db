"""What a table's page shows of the club: nothing, but for a small cloud while it is away."""

from dataclasses import replace

import pytest
from kitchen import Kitchen

from companion.service.bulletin.state import ClubLine
from web import create_app

CLOUD = 'class="club-away"'


@pytest.mark.parametrize("club", ClubLine)
def test_a_cloud_is_shown_only_while_the_club_is_away(club):
    evening = Kitchen().start()
    evening.bulletin.change(lambda state: replace(state, club=club))
    client = create_app(evening).test_client()
    for address in ("/", "/scoreboard", "/table", "/player/0"):
        assert (CLOUD in client.get(address).text) == (club is ClubLine.AWAY), address
    assert client.get("/api/state").json["club"] == club
    evening.stop()
