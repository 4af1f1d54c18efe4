#!/bin/sh
# Surprising: jscpd names each input folder as a source root, `%SRCROOT%`, `%SRCROOT1%`, in the order in which clones
# are found, and writes locations relative to it. A file is `a.js` of `%SRCROOT%` in one run and `a.js` of `%SRCROOT1%` in
# the next, in which another folder also has a clone; `src/a.js` and `lib/a.js` are both `a.js`. Only `originalUriBaseIds` resolves it.
# Affects: consumers that treat the name of a base, or the bare `uri`, as a stable part of a location.
# Version: jscpd 5.3.2 (npm).
# Source: SARIF 2.1.0, 3.4.4 (uriBaseId) and 3.14.14 (originalUriBaseIds).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund -E jscpd@5.3.2 > /dev/null
mkdir lib src
printf 'function f(a, b) {\n  if (a === b) { return a * b + a - b }\n  return [a, b, a + b, a - b]\n}\nf(1, 2)\n' > src/a.js
cp src/a.js src/b.js
scan() {
  npx jscpd --silent --reporters sarif --min-lines 3 --min-tokens 10 -o "$1" src lib > /dev/null 2>&1 || true
  node -e '
    const run = JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).runs[0]
    const folderOf = id => run.originalUriBaseIds[id].uri.replace(/^.*\/(?=[^/]+\/$)/, "")
    const places = run.artifacts.map(({ location: { uri, uriBaseId } }) => `${folderOf(uriBaseId)}${uri} is ${uri} of ${uriBaseId}`)
    console.log([...new Set(places)].sort().join("; "))
  ' "$1/jscpd-report.sarif"
}
one=$(scan one)
cp src/a.js lib/a.js
two=$(scan two)
echo "$one"
echo "$two"
baseOf() { echo "$1" | tr ';' '\n' | sed -n 's/.*src\/a\.js is a\.js of //p'; }
[ "$(baseOf "$one")" = '%SRCROOT%' ] && [ "$(baseOf "$two")" = '%SRCROOT1%' ]
# Seen on 2026-11-27:
#   src/a.js is a.js of %SRCROOT%; src/b.js is b.js of %SRCROOT%
#   lib/a.js is a.js of %SRCROOT%; src/a.js is a.js of %SRCROOT1%; src/b.js is b.js of %SRCROOT1%
