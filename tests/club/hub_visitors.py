"""Browsers at the hub, each with the role of its device, and what tables say there."""

from companion.club.message import Told, dump, dump_online
from web.club.roles import Role

PLAYERS = ("Ada", "Běla", "Cyd", "=Dan")


def client_of(app, roles, role):
    client = app.test_client()
    client.environ_base["HTTP_ORIGIN"] = "http://localhost"
    if role is not Role.SPECTATOR:
        answer = client.post("/pair", data={"code": roles.lists[role].code})
        assert answer.status_code == 303
    return client


def says(hub, table, online=True, stage="playing", **more):
    names = more.pop("names", ("Ada", "<b>"))
    told = Told(table, "b", hub.hall.version, "azul", names, (12, 7), stage,
                **{"round": 2, "turn": 1, **more})  # fmt: skip
    hub._take([(f"azul/club/{table}/state", dump(told)),
               (f"azul/club/{table}/online", dump_online(online))])  # fmt: skip


def begin(client, **more):
    form = {"name": "Cup", "game": "azul", "size": "2", "tables": "t01\nt02",
            "players": "\n".join(PLAYERS)}  # fmt: skip
    return client.post("/begin", data=form | more)
