"""All forms, by their keys in a job."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk_engine.report.forms.ema import EMA
from arxdesk_engine.report.forms.form import ReportForm
from arxdesk_engine.report.forms.hipaa import HIPAA
from arxdesk_engine.report.forms.ico import ICO
from arxdesk_engine.report.forms.iso_27559 import ISO_27559
from arxdesk_engine.report.forms.wp29 import WP29

ALL_FORMS: Mapping[str, ReportForm] = {each.key: each for each in (ISO_27559, WP29, EMA, HIPAA, ICO)}
