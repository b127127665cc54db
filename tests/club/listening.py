"""Somebody at the broker who hears everything, and may say anything the broker lets them."""

from threading import Event

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion
from patience import PATIENCE_S

from companion.club.broker import Broker


def broker_at(mosquitto, **how):
    return Broker("127.0.0.1", mosquitto.port, again_s=(1, 1), **how)


class Listener:
    """Keeps the last payload of every topic, and how often each came."""

    def __init__(self, mosquitto, user="", password=""):
        self.heard = {}
        self.count = {}
        self.subscribed = Event()
        self.client = Client(CallbackAPIVersion.VERSION2)
        if user:
            self.client.username_pw_set(user, password)
        self.client.on_message = self._message
        self.client.on_connect = lambda client, *_: client.subscribe("#", qos=1)
        self.client.on_subscribe = lambda *_: self.subscribed.set()
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", mosquitto.port)
        self.client.loop_start()
        assert self.subscribed.wait(PATIENCE_S)

    def _message(self, client, data, message):
        self.heard[message.topic] = message.payload
        self.count[message.topic] = self.count.get(message.topic, 0) + 1

    def publish(self, topic, payload, retain=True):
        self.client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(PATIENCE_S)

    def close(self):
        self.client.disconnect()
        self.client.loop_stop()
