#!/usr/bin/env python3
"""A scripted engine for the tests of the match runner: it knows no rules, but plays what a script says.

usage: engine.py PROTO BEHAVIOUR [AFTER]

The script is the game itself: both engines of a test follow the moves in tests/fakes/game.txt (a line per
game: moves from the start position), so every move is legal without a move generator. BEHAVIOUR says what
the engine does instead from its move number AFTER (counted from 0) on:

  good        nothing else
  lazy        good, but every move takes 50 ms
  crash       exits with status 3
  silent      never answers
  slow        answers 0.4 s later
  illegal     answers with a move that is none
  nomove      says that it has no move
  chatter     talks without end and does not answer
  noisy       talks a lot, also on stderr, and answers
  garbage     sends bytes that are no text, and answers
  nostart     exits at once
  deaf        does not answer the greeting
  nooption    good, but declares no options
  choosy      good, but says while it is configured that it cannot use its level
  talkative   good, but says this and that while it is configured, also about errors
  winning     good, with scores of +9 men for White
  level       good, with scores of 0
  ladder      plays as many moves as its option "Level of Skill" (Hub: "level") says, then one that is none: the
              higher level wins, and of equal ones Black
"""
import os
import pathlib
import sys
import time

proto, behaviour = sys.argv[1], sys.argv[2]
after = int(sys.argv[3]) if len(sys.argv) > 3 else 0
script = pathlib.Path(__file__).with_name("game.txt").read_text().split()
out = sys.stdout


def say(line):
    out.write(line + "\n")
    out.flush()


if behaviour == "nostart":
    sys.stderr.write("cannot find my evaluation\n")
    sys.exit(7)

played = []
own = 0
level = 3


def score():
    if behaviour == "winning":
        return 900 if len(played) % 2 == 0 else -900
    if behaviour == "level":
        return 0
    return 11


def answer(move):
    if proto == "hub":
        say(f'info depth=3 score={score() / 100} nodes=42 time=0.001 pv="{move}"')
        say(f"done move={move}")
    elif proto == "hub1":
        say(f"info 3 2.5 {score()} 42 0.00 1.0 {move}")
        say(f"move {move}")
    else:
        say(f"info depth 3 score cp {score()} nodes 42 time 1 pv {move}")
        say(f"bestmove {move}")


def think():
    global own
    number, own = own, own + 1
    move = script[len(played)] if len(played) < len(script) else "x"
    if behaviour == "ladder":
        return answer(move if number < level else "1-50")
    if number < after:
        return answer(move)
    if behaviour == "crash":
        sys.stderr.write("segmentation fault, in a manner of speaking\n")
        sys.exit(3)
    elif behaviour == "silent":
        return
    elif behaviour == "slow":
        time.sleep(0.4)
    elif behaviour == "lazy":
        time.sleep(0.05)
    elif behaviour == "illegal":
        return answer("1-50")
    elif behaviour == "nomove":
        return say("done" if proto == "hub" else "move" if proto == "hub1" else "bestmove (none)")
    elif behaviour == "chatter":
        while True:
            say("info string and another thing")
    elif behaviour == "noisy":
        for n in range(2000):
            say(f"info string {n}")
            sys.stderr.write("x" * 200 + "\n")
        sys.stderr.flush()
    elif behaviour == "garbage":
        os.write(1, b"\xff\xfe\x00info depth\xf0\n\n\r\nbestmovee\ninfo score cp\ninfo score=nan depth=\n")
    answer(move)


def greet():
    if behaviour == "deaf":
        return
    if proto in ("uci", "ugi"):
        say("id name Fake " + behaviour)
        say("id author nobody")
        if behaviour != "nooption":
            say("option name Level of Skill type spin default 3 min 1 max 9")
        say(proto + "ok")
    elif proto == "hub":
        say(f"id name=Fake version={behaviour} author=nobody country=x")
        if behaviour != "nooption":
            say("param name=level value=3 type=int min=1 max=9")
        say("wait")
    else:
        for line in ("name Fake", "author nobody", "country x", "wait"):
            say(line)


def remark():
    """What is said between the options and the word that it is ready."""
    text = {"choosy": "error: cannot use the level", "talkative": "no error: all is well"}.get(behaviour)
    if text and proto == "hub":
        say(f'error message="{text}"' if behaviour == "choosy" else f'info string="{text}"')
    elif text and proto == "hub1":
        say(text.replace(":", "") if behaviour == "choosy" else "info " + text)
    elif text:
        say("info string " + text)


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    word = words[0]
    if word in ("uci", "ugi", "hub"):
        greet()
    elif word == "setoption" and "Level of Skill" in line:
        level = int(words[-1])
        remark()
    elif word == "set-param" and "level" in line:
        level = int(words[-1].split("=")[1])
    elif word == "isready":
        say("readyok")
    elif word == "ping":
        say("pong")
    elif word == "init":
        remark()
        say("init eval")
        say("ready")
    elif word in ("ucinewgame", "uginewgame", "new-game", "new"):
        own = 0
    elif word == "position":
        played = words[words.index("moves") + 1:] if "moves" in words else []
    elif word == "pos":
        text = line.split('moves="')
        played = text[1].split('"')[0].split() if len(text) > 1 else []
    elif word == "move":
        played.append(words[1])
    elif word == "go":
        think()
    elif word == "quit":
        break
