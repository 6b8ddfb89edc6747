"""report_page - opens a page in headless Chromium at 1280 and 360 px and looks at what is drawn.

usage: report_page.py PAGE.html PLOTS. Exit 0 good, 1 with a line for each finding, 77 no Chromium here.

Chromium runs a copy of the page with one script at its end, which measures and writes what it found into
the document; --dump-dom prints that. A policy in the copy forbids every network request, and its
violations are findings.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

SCRIPT = """
<script>
window.addEventListener('load', () => {
  const found = window.found;
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide)
    found.push('the page scrolls sideways: ' + document.documentElement.scrollWidth + ' in ' + wide);
  const plots = document.querySelectorAll('.plot svg');
  for (const svg of plots) {
    const box = svg.getBoundingClientRect();
    if (box.width < 200 || box.height < 80) found.push('a plot of ' + box.width + ' by ' + box.height);
    for (const text of svg.querySelectorAll('text')) {
      const t = text.getBoundingClientRect();
      if (t.width && (t.left < box.left - 1 || t.right > box.right + 1 ||
                      t.top < box.top - 1 || t.bottom > box.bottom + 1))
        found.push('clipped in ' + svg.closest('section').id + ': ' + text.textContent.trim());
    }
  }
  for (const figure of document.querySelectorAll('.figure')) {
    const [a, b] = [...figure.children].map(e => e.getBoundingClientRect());
    if (a && b && a.right > b.left + 1 && a.bottom > b.top + 1 && b.bottom > a.top + 1 && b.right > a.left + 1)
      found.push('plot and table overlap in ' + figure.closest('section').id);
  }
  const out = document.createElement('pre');
  out.id = 'report-page-test';
  out.textContent = JSON.stringify({plots: plots.length, wide, found});
  document.body.append(out);
});
</script>
"""

EARLY = """<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
<script>
window.found = [];
addEventListener('error', e => found.push('error: ' + e.message), true);
addEventListener('securitypolicyviolation', e => found.push('request: ' + e.blockedURI));
</script>
"""


def browser():
    given = os.environ.get("CHROMIUM")
    return given if given else next((p for p in map(shutil.which, NAMES) if p), None)


def look(chromium, page, width, dark):
    with tempfile.TemporaryDirectory() as folder:
        copy = os.path.join(folder, "page.html")
        with open(page, encoding="utf-8") as file:
            text = file.read()
        with open(copy, "w", encoding="utf-8") as file:
            file.write(text.replace("<meta charset=utf-8>", "<meta charset=utf-8>" + EARLY, 1)
                       .replace("</html>", SCRIPT + "</html>"))
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + folder + "/profile",
                 "--virtual-time-budget=5000", "--dump-dom", "--hide-scrollbars"]
        if dark:
            flags.append("--blink-settings=preferredColorScheme=0")
        # a window of Chromium is never narrower than 500 px: a frame is
        frame = os.path.join(folder, "frame.html")
        with open(frame, "w", encoding="utf-8") as file:
            file.write(
                f'<!doctype html><iframe id=f src="page.html" width={width} height=3000 '
                'style="border:0"></iframe><pre id=r></pre><script>'
                "onload=()=>setTimeout(()=>{r.textContent=f.contentDocument"
                ".getElementById('report-page-test').textContent},500)</script>")
        done = subprocess.run([chromium, *flags, "--allow-file-access-from-files", "file://" + frame],
                              capture_output=True, text=True, timeout=80, check=False)
    match = re.search(r'<pre id="r">(.*?)</pre>', done.stdout, re.S)
    if not match or not match.group(1):
        return {"plots": -1, "wide": 0, "found": ["Chromium gave nothing: " + done.stderr[-300:]]}
    return json.loads(match.group(1).replace("&quot;", '"').replace("&lt;", "<")
                      .replace("&gt;", ">").replace("&amp;", "&"))


def main():
    page, plots = sys.argv[1], int(sys.argv[2])
    chromium = browser()
    if not chromium:
        return 77
    bad = 0
    for width in (1280, 360):
        for dark in (False, True):
            seen = look(chromium, page, width, dark)
            if seen["plots"] != plots:
                seen["found"].append(f"{seen['plots']} plots, not {plots}")
            for line in seen["found"]:
                print(f"{width} px{', dark' if dark else ''}: {line}")
            bad += len(seen["found"])
    return 1 if bad else 0


sys.exit(main())
