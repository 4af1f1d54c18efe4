#!/bin/sh
# Surprising: `artifactLocation.uri` of Biome's SARIF is not a URI reference. It is the absolute path of the file on the
# machine, without a scheme and with unescaped spaces and other characters, even if Biome got a relative path. It has no
# `originalUriBaseIds` or `workingDirectory` to resolve it, so the same defect has a different location on each runner.
# A path with a percent sign cannot be distinguished from an encoded one.
# Affects: tools that compare the SARIF of two checkouts; parsers that require a URI (RFC 3986).
# Version: @biomejs/biome 2.5.15 (npm).
# Source: SARIF 2.1.0, 3.4.3 (uri) and 3.10.1 (URI-valued properties); `biome lint --reporter=sarif`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund -E @biomejs/biome@2.5.15 > /dev/null
mkdir src
echo 'debugger' > 'src/my file 100%25 é.js'
npx biome lint --reporter=sarif src > out.sarif 2> /dev/null || true
node -e '
  const [, folder] = process.argv
  const run = JSON.parse(require("fs").readFileSync("out.sarif", "utf8")).runs[0]
  const { uri } = run.results[0].locations[0].physicalLocation.artifactLocation
  console.log("uri:", uri.replace(folder, "$PWD"))
  console.log("keys of the run:", Object.keys(run).join(", "))
  const raw = uri === `${folder}/src/my file 100%25 é.js`
  process.exit(raw && run.originalUriBaseIds === undefined && run.invocations === undefined ? 0 : 1)
' "$(pwd -P)"
# Seen on 2026-11-27:
#   uri: $PWD/src/my file 100%25 é.js
#   keys of the run: tool, results
