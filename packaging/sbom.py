"""Writes the bill of materials of an installation, in the form CycloneDX 1.6: what it is made of, and by whose licence.

    .venv/bin/python packaging/sbom.py [--extra NAME ...] [--output FILE]

The versions are those of requirements.lock; the environment that this runs in tells licences and dependencies.
"""

from __future__ import annotations

import argparse
import json
import sys
import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import Distribution
from pathlib import Path

import distributions
import lock
import reproducible
from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

EXTRAS = ("desktop", "postgresql")
NAMESPACE = uuid.UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
"""That of addresses (RFC 9562, appendix A); the number of a bill follows from its content."""


def component(name: str, version: str, licence: str, digest: str = "") -> Component:
    """One library of the bill, with the SHA-256 of its file where that is known."""
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        bom_ref=f"{name}=={version}",
        purl=PackageURL("pypi", None, name, version),
        licenses=[LicenseFactory().make_from_string(licence)] if licence else [],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)] if digest else [],
    )


def licence_text(found: Distribution) -> str:
    """What a distribution says of its licence, in a line."""
    fields = found.metadata
    kinds = [line.rpartition(" :: ")[2] for line in fields.get_all("Classifier") or () if "License ::" in line]
    expressions, own = (fields.get_all(field) or [""] for field in ("License-Expression", "License"))
    return expressions[0] or ", ".join(kinds) or own[0].strip().partition("\n")[0]


def bill(extras: Sequence[str], digests: Mapping[str, str]) -> Bom:
    """The bill of ArxDesk with some extras; `digests` are the SHA-256 of the files of libraries, by their names."""
    needed = distributions.required(extras)
    entries = lock.chosen(lock.locked(lock.LOCK.read_text(encoding="utf-8")), needed, _environment())
    versions = {each.name: each.version for each in entries}
    parts = {
        name: component(name, versions[name], licence_text(found), digests.get(name, ""))
        for name, found in needed.items()
    }
    made = Bom()
    itself = component(distributions.PROJECT, reproducible.version(), "Apache-2.0")
    itself.type = ComponentType.APPLICATION
    made.metadata.component = itself
    made.metadata.timestamp = datetime.fromtimestamp(reproducible.moment(), UTC)
    made.components.update(parts.values())
    made.register_dependency(itself, parts.values())
    for name, found in needed.items():
        lines = (Requirement(line) for line in found.requires or ())
        names = {canonicalize_name(line.name) for line in lines if line.marker is None or line.marker.evaluate()}
        made.register_dependency(parts[name], [parts[each] for each in sorted(names & parts.keys())])
    return made


def _environment() -> dict[str, str]:
    return {name: str(value) for name, value in default_environment().items()}


def text_of(made: Bom) -> str:
    """The bill as text, the same one for the same content."""
    content = json.loads(make_outputter(made, OutputFormat.JSON, SchemaVersion.V1_6).output_as_string())
    content.pop("serialNumber", None)
    number = uuid.uuid5(NAMESPACE, json.dumps(content, sort_keys=True))
    return json.dumps({**content, "serialNumber": f"urn:uuid:{number}"}, indent=2, sort_keys=True) + "\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out the command line; return the exit status."""
    parser = argparse.ArgumentParser(description="Write a bill of materials (CycloneDX).")
    parser.add_argument("--extra", action="append", help="as often as wanted; desktop and postgresql by default")
    parser.add_argument("--output", type=Path, default=Path("dist/arxdesk.cdx.json"))
    options = parser.parse_args(arguments)
    text = text_of(bill(options.extra or EXTRAS, {}))
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(text, encoding="utf-8")
    print(options.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
