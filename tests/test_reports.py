"""Every number of the reports, recomputed from the rows of a small run in plain Python."""

from __future__ import annotations

import math
import statistics
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from reporting import grouped, left_out_interval, played, quantile, rows

from holdem_sim import reports
from holdem_sim.dataset import Run, open_run
from holdem_sim.engine.jit import COMPILED
from holdem_sim.reports import _courses, _facts, _text, stacks, tax, win_rates
from holdem_sim.reports._statistics import interval_note, overall, ratio_intervals, t_quantile
from holdem_sim.schema import schema_of if False else arrow_schema
