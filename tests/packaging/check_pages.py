"""Look for barriers on the built pages by axe-core in Chromium: `python -m tests.packaging.check_pages AXE.js`.

AXE.js is `axe.min.js` of the package axe-core of npm. The site is served on this computer alone, opened page by page in
a frame of the width that is asked for, and what the rules of WCAG 2.0 to 2.2, levels A and AA, find is printed.
"""

from __future__ import annotations

import argparse
import functools
import http.server
import json
import queue
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from tests.places import ROOT

RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
PATIENCE = 1_800.0
DRIVER = """<!doctype html><html lang="en"><head><title>Checking</title></head><body style="margin:0">
<iframe id="page" style="border:0;width:WIDTHpx;height:2000px"></iframe><script>
const pages = PAGES, frame = document.getElementById("page"), found = {};
const loaded = () => new Promise(done => { frame.onload = done; });
async function all() {
  const axe = await (await fetch("/axe.js")).text();
  for (const page of pages) {
    const waiting = loaded();
    frame.src = page;
    await waiting;
    await new Promise(done => setTimeout(done, 150));
    frame.contentWindow.eval(axe);
    const result = await frame.contentWindow.axe.run({runOnly: RULES});
    const place = node => node.html.replace(/\\s+/g, " ").slice(0, 160) + "  <-  "
      + (node.any[0] || node.all[0] || node.none[0] || {}).message;
    found[page] = result.violations.map(each => [each.id, each.impact, each.help, each.nodes.map(place)]);
  }
}
const tell = what => fetch("/found", {method: "POST", body: JSON.stringify(what)});
all().then(() => tell(found), error => tell({error: [["error", "", String(error), []]]}));
</script></body></html>"""

Found = dict[str, list[tuple[str, str, str, list[str]]]]


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves the site, the driver and the rules, and takes what was found."""

    def __init__(self, *arguments, driver: str, axe: Path, found: queue.Queue, **named) -> None:
        self.driver, self.axe, self.found = driver, axe, found
        super().__init__(*arguments, **named)

    def do_GET(self) -> None:
        """A file of the site, the driver or the rules."""
        if self.path not in ("/driver.html", "/axe.js"):
            super().do_GET()
            return
        is_driver = self.path == "/driver.html"
        body = self.driver.encode() if is_driver else self.axe.read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8" if is_driver else "text/javascript")
        self.end_headers()
        self.wfile.write(body)

    def do_POST(self) -> None:
        """What was found on all pages."""
        self.found.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *arguments) -> None:
        """Say nothing of each request."""


def barriers(site: Path, axe: Path, pages: Sequence[str], *, width: int = 1280, dark: bool = False) -> Found:
    """What the rules find on some pages of a built site; nothing where all is well. Raises queue.Empty after long."""
    driver = DRIVER.replace("WIDTH", str(width)).replace("PAGES", json.dumps(list(pages)))
    found: queue.Queue[Found] = queue.Queue()
    handler = functools.partial(
        Handler, directory=str(site), driver=driver.replace("RULES", json.dumps(RULES)), axe=axe, found=found
    )
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, tempfile.TemporaryDirectory() as profile:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        scheme = ["--blink-settings=preferredColorScheme=0"] if dark else []
        command = [
            chromium() or "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={profile}",
        ]
        size = f"--window-size={max(width, 1280)},2000"
        address = f"http://127.0.0.1:{server.server_address[1]}/driver.html"
        command += [size, "--remote-debugging-port=0", *scheme, address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
            try:
                return {page: each for page, each in found.get(timeout=PATIENCE).items() if each}
            finally:
                browser.terminate()
                browser.wait()
                server.shutdown()


def chromium() -> str | None:
    """The browser, where there is one."""
    return shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")


def main(arguments: Sequence[str]) -> int:
    """Check all pages of the site in `build/site`; returns 1 where something was found."""
    parser = argparse.ArgumentParser(description="Look for barriers on the built pages.")
    parser.add_argument("axe", type=Path, metavar="AXE.js")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--pages", nargs="*", default=[])
    chosen = parser.parse_args(arguments)
    site = next(path.parent for path in sorted((ROOT / "build" / "site").glob("*/index.html")))
    pages = chosen.pages or sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
    found = barriers(site, chosen.axe, pages, width=chosen.width, dark=chosen.dark)
    for page, each in found.items():
        for rule, impact, help_text, places in each:
            print(f"{page}: {rule} ({impact}): {help_text}", *places[:3], sep="\n    ")
    print(f"{len(pages)} pages, {len(found)} with something found.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
