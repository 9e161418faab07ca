"""The test behind test_dask.sh."""
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import time

program, work = sys.argv[1], pathlib.Path(sys.argv[2])
driver = [sys.executable, "scripts/match_dask.py", "--program", program]
engines = [f"--engine", f"cmd={program}", "name=one", "nodes=600", "option.Hash=1",
           "--engine", f"cmd={program}", "name=two", "nodes=150", "option.Hash=1"]
terms = [*engines, "--variant", "english", "--games", "48", "--max-plies", "90"]


def run(words, **more):
    return subprocess.run(words, check=True, capture_output=True, text=True, timeout=300, **more).stdout


def processes():
    """The processes of workers, by their command lines."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes().split(b"\0")
            parent = int(re.search(r"PPid:\s+(\d+)", (entry / "status").read_text()).group(1))
        except OSError:
            continue
        found.append((int(entry.name), parent, b" ".join(line)))
    return found


def workers(of):
    """The processes that a driver has started for its workers (not the one that keeps count of them)."""
    family, grown = {of}, True
    all_of_them = processes()
    while grown:
        grown = False
        for pid, parent, _ in all_of_them:
            if parent in family and pid not in family:
                family.add(pid)
                grown = True
    return [pid for pid, _, line in all_of_them if pid in family and b"spawn_main" in line]


def parts(folder):
    return len(list(folder.glob("part-*.jsonl")))


def await_parts(folder, least):
    until = time.time() + 120
    while parts(folder) < least:
        assert time.time() < until, "no part is finished"
        time.sleep(0.05)


whole = run([program, "match", *terms, "--plain", "--json", str(work / "whole.jsonl")])

# A worker dies, then the driver itself.
folder = work / "parts"
words = [*driver, "--out", str(folder), "--parts", "12", "--workers", "2", "--", *terms]
child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
await_parts(folder, 1)
victims = workers(child.pid)
assert len(victims) >= 2, victims
os.kill(victims[0], signal.SIGKILL)
at_death = parts(folder)
await_parts(folder, at_death + 3)
os.killpg(child.pid, signal.SIGKILL)
child.wait()
finished = {path.name: path.read_bytes() for path in folder.glob("part-*.jsonl")}
assert 4 <= len(finished) < 12, len(finished)

# It goes on where it was, and the table is that of the whole.
table = run(words).splitlines()
again = {path.name: path.read_bytes() for path in folder.glob("part-*.jsonl")}
assert len(again) == 12 and all(again[name] == text for name, text in finished.items())
assert "\n".join(line for line in table if not line.startswith("{")) == whole.strip("\n"), (table, whole)
pairs = [json.loads(line)["pair"] for line in (folder / "match.jsonl").read_text().splitlines()[1:]]
assert pairs == list(range(24)), pairs

# A test ends the run early.
folder = work / "sprt"
uneven = [word.replace("nodes=150", "depth=1") for word in terms]
uneven[uneven.index("48")] = "400"
words = [*driver, "--out", str(folder), "--parts", "100", "--workers", "2", "--"]
table = run([*words, *uneven, "--sprt", "elo0=0", "elo1=100"])
assert "H1 accepted" in table, table
assert parts(folder) < 90, parts(folder)

# Games to train on: a lost part is played again, the same as before, and training reads what there is.
folder = work / "positions"
words = [sys.executable, "scripts/selfplay_dask.py", "--program", program, "--out", str(folder), "--parts", "3",
         "--workers", "2", "--", "--variant", "english", "--games", "60", "--nodes", "100"]
run(words)
files = sorted(folder.glob("part-*.dat"))
assert len(files) == 3, files
lost = files[1].read_bytes()
files[1].unlink()
run(words)
assert files[1].read_bytes() == lost
fitted = run([program, "train", "fit", "--variant", "english", "--data", *map(str, files), "--epochs", "1",
              "--out", str(work / "english.net")])
assert "3 files" in fitted, fitted

# Endgame tables: the slices of many tasks are those of one build, also when some are built again.
folder, whole = work / "tables", work / "tables-whole"
terms = ["--variant", "tirana", "--pieces", "3", "--dir"]
run([program, "tablebase", "build", *terms, str(whole)])
words = [sys.executable, "scripts/tablebase_dask.py", "--program", program, *terms, str(folder), "--workers", "2"]
tasks = json.loads(run([program, "tablebase", "plan", *terms, str(folder)]))
built = run(words).splitlines()
assert {line.split(": ")[1] for line in built} == {task["slice"] for task in tasks} and len(built) == len(tasks), built


def tables(folder):
    return {path.name: path.read_bytes() for path in (folder / "tirana").iterdir()}


assert len(tables(whole)) >= 9 and tables(folder) == tables(whole)
for path in sorted((folder / "tirana").iterdir())[::3]:
    path.unlink()
run(words)
assert tables(folder) == tables(whole)
print("the drivers for many machines: ok")
