"""The list of what a built site has, put into the worker that keeps it for use without a network.

Run after the build: ``python tools/offline.py site``.
"""

import gzip
import json
import re
import sys
from hashlib import sha256
from pathlib import Path

WORKER = "worker.js"
# Maps are for those who change the theme; the other languages of the search are never loaded. The
# picture is for those who show a link, and a PDF is loaded when somebody asks for it.
NEEDLESS = re.compile(
    r"\.(map|pdf)$|^assets/share\.png$|^sitemap\.xml|(^|/)lunr/|(^|/)\.|^worker\.js$"
)
FIRST = re.compile(r"^(404|index)\.html$|^assets/(stylesheets|javascripts)/|^search/|\.css$")


def files_of(site: Path) -> dict[str, str]:
    """Return the hash of each file that a reader may need, by its path in the site."""
    paths = sorted(path for path in site.rglob("*") if path.is_file())
    named = ((path.relative_to(site).as_posix(), path) for path in paths)
    return {
        name: sha256(path.read_bytes()).hexdigest()[:12]
        for name, path in named
        if not NEEDLESS.search(name)
    }


def worker(template: str, files: dict[str, str]) -> str:
    """Write the worker for some files. Raises ``ValueError`` where the template has no place."""
    first = [name for name in files if FIRST.search(name)]
    text = template
    for place, value in (("FILES = {}", files), ("FIRST = []", first)):
        if text.count(f"const {place};") != 1:
            message = f"the worker has no `const {place};`"
            raise ValueError(message)
        name = place.split(" ", maxsplit=1)[0]
        said = json.dumps(value, separators=(",", ":"))
        text = text.replace(f"const {place};", f"const {name} = {said};")
    return text


def main(folder: str) -> int:
    """Put the worker into a site, and say how much it keeps."""
    site = Path(folder)
    if not (site / "index.html").is_file():
        sys.stderr.write(f"there is no built site in {site}: build it with `make site`\n")
        return 2
    files = files_of(site)
    template = Path(__file__).with_name(WORKER).read_text(encoding="utf-8")
    (site / WORKER).write_text(worker(template, files), encoding="utf-8", newline="\n")
    bodies = [(site / name).read_bytes() for name in files]
    whole, sent = sum(map(len, bodies)), sum(len(gzip.compress(body)) for body in bodies)
    told = f"{whole / 1e6:.1f} MB, {sent / 1e6:.1f} MB as sent"
    sys.stdout.write(f"without a network: {len(files)} files, {told}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2] or ["site"]))
