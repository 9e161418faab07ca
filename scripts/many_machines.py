"""What the scripts for dask.distributed share: their options, a cluster, and work that is cut into parts.

A part is a task of its own that calls the program (`--shard i/n`). Finished parts lie in the output folder, each there as a whole
or not at all, so that a run which is broken off goes on where it was; parts of lost workers are given to others.
"""
import argparse
import contextlib
import os
import pathlib
import subprocess
import sys

FAILED_TASKS = 3


def parser(description):
    """A parser with the options of every script."""
    options = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--program", default="damone", help="the program [damone]")
    options.add_argument("--scheduler", help="address of a dask scheduler, such as tcp://host:8786")
    options.add_argument("--workers", type=int, default=os.cpu_count(), help="workers without --scheduler")
    return options


def parser_of_parts(description, what):
    """The same for work in parts."""
    options = parser(description)
    options.add_argument("--parts", type=int, default=100, help=f"parts of the {what} [100]")
    options.add_argument("--out", type=pathlib.Path, required=True, help=f"folder of the {what}")
    return options


def parse_before_dashes(options, subcommand):
    """The options before `--`, and the arguments of the program's subcommand behind it."""
    own, theirs = sys.argv[1:], []
    if "--" in own:
        at = own.index("--")
        own, theirs = own[:at], own[at + 1:]
    chosen = options.parse_args(own)
    if not theirs:
        options.error(f"the arguments of `damone {subcommand}` must follow --")
    return chosen, theirs


@contextlib.contextmanager
def client(chosen):
    """A client of the scheduler that was named, or of a cluster on this machine."""
    import cloudpickle
    from dask.distributed import Client, LocalCluster

    # Workers elsewhere have no folder of scripts: what tasks call goes with them.
    cloudpickle.register_pickle_by_value(sys.modules[__name__])
    if chosen.scheduler:
        with Client(chosen.scheduler) as connected:
            yield connected
        return
    # Processes of one thread each: a task is a program of its own that needs a core.
    with LocalCluster(n_workers=chosen.workers, threads_per_worker=1, dashboard_address=None) as cluster:
        with Client(cluster) as connected:
            yield connected


def call(name, command):
    """Runs the program; what it says if it fails, after the name of the task."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"{name}: {done.stderr.strip()[-2000:]}")


def submit(connected, task, *arguments):
    """A task that may be tried again elsewhere. Pure ones would be taken for equal to those of an earlier run."""
    return connected.submit(task, *arguments, pure=False, retries=FAILED_TASKS)


class Parts:
    """The parts that are done, as files in a folder, and the terms they were made on."""

    def __init__(self, out, count, ending, terms):
        self.out, self.count, self.ending = out, count, ending
        out.mkdir(parents=True, exist_ok=True)
        kept = out / "run.json"
        if kept.exists() and kept.read_text() != terms:
            sys.exit(f"{out} holds work with other arguments: use another folder")
        kept.write_text(terms)

    def path(self, index):
        return self.out / f"part-{index}-of-{self.count}.{self.ending}"

    def missing(self):
        return [index for index in range(1, self.count + 1) if not self.path(index).exists()]

    def files(self):
        return [str(path) for path in sorted(self.out.glob(f"part-*-of-{self.count}.{self.ending}"))]

    def keep(self, index, content):
        """Written beside and moved into place."""
        beside = self.path(index).with_suffix(".tmp")
        beside.write_bytes(content)
        beside.replace(self.path(index))

    def finish(self, connected, task, command):
        """Has `task(command, index, count)` make the parts that are missing; yields the number of each part that is done.
        Whoever stops listening cancels the rest."""
        from dask.distributed import as_completed

        futures = {submit(connected, task, command, index, self.count): index for index in self.missing()}
        try:
            for future in as_completed(futures):
                self.keep(futures[future], future.result())
                yield futures[future]
        finally:
            connected.cancel(list(futures))
