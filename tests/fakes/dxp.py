#!/usr/bin/env python3
"""A scripted DamExchange follower for the tests of the match runner: plays the moves of game.txt.

usage: dxp.py PORT [BEHAVIOUR]      (good, resign, draw, silent, invalid, refuse, crash)

After four moves of its own it does what BEHAVIOUR says.
"""
import pathlib
import re
import socket
import sys

port = int(sys.argv[1])
behaviour = sys.argv[2] if len(sys.argv) > 2 else "good"
script = pathlib.Path(__file__).with_name("game.txt").read_text().split()
hub = pathlib.Path(__file__).with_name("game_hub.txt").read_text().split()

server = socket.socket()
server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
server.bind(("127.0.0.1", port))
server.listen(1)
wire, _ = server.accept()
buffer = b""


def send(text):
    wire.sendall(text.encode() + b"\0")


def message():
    global buffer
    while b"\0" not in buffer:
        more = wire.recv(127)
        if not more:
            sys.exit(0)
        buffer += more
    text, buffer = buffer.split(b"\0", 1)
    return text.decode()


def move():
    global plies, own
    own += 1
    if own > 4 and behaviour != "good":
        if behaviour == "crash":
            sys.exit(1)
        if behaviour == "silent":
            return
        if behaviour == "invalid":
            return send("Cinvalid move received")
        return send("E10" if behaviour == "resign" else "E20")
    squares = [int(n) for n in re.split("[-x]", hub[plies])]
    plies += 1
    send("Cthinking, so to speak")
    send("M0001%02d%02d%02d" % (squares[0], squares[1], len(squares) - 2) + "".join("%02d" % n for n in squares[2:]))


while True:
    text = message()
    if text[0] == "R":
        assert len(text) == 43 and text[1:3] == "01", text
        follower, plies, own = text[35], 0, 0
        send("A" + "Fake DXP".ljust(32) + ("1" if behaviour == "refuse" else "0"))
        if follower == "W":
            move()
    elif text[0] == "M":
        expected = [int(n) for n in re.split("[-x]", hub[plies])]
        assert [int(text[5:7]), int(text[7:9])] == expected[:2], (text, expected)
        plies += 1
        if plies < len(hub):
            move()
    elif text[0] == "E":
        send("E00")
