"""Times of functions that run in turn, in another order each round."""

import statistics
import time

#: What others do on the machine is not in the time of this process; that of several threads is no time that anybody waits.
CLOCKS = {"cpu": time.process_time, "wall": time.perf_counter}


def series(run, calls, clock):
    """The mean time of so many calls."""
    start = clock()
    for _ in range(calls):
        run()
    return (clock() - start) / calls


def times(runs, rounds, seconds, clock):
    """The fastest and the median mean of a series of calls, of each candidate; a series takes about so many seconds."""
    calls = []
    for run in runs:
        once = min(series(run, 1, clock) for _ in range(3))
        calls.append(max(1, round(seconds / max(once, 1e-7))))
    means = [[] for _ in runs]
    for number in range(rounds):
        order = list(range(len(runs)))
        for i in order[:: 1 if number % 2 else -1]:
            means[i].append(series(runs[i], calls[i], clock))
    return [(min(m), statistics.median(m)) for m in means]
