#!/bin/sh
# Surprising: a file that ESLint cannot parse does not appear in the `results` of its SARIF. The log has an empty
# list of results, as after a clean run; only `invocations[0].executionSuccessful: false` and a notification show that the file
# was not checked. After a run without parse errors the log has no `invocations` at all, so a consumer that requires
# `executionSuccessful: true` rejects every clean run, and one that ignores `invocations` accepts every broken one.
# Affects: consumers that close findings missing from the newest log.
# Version: eslint 9.39.5, @microsoft/eslint-formatter-sarif 3.1.0 (npm).
# Source: SARIF 2.1.0, 3.14.11 (invocations), 3.20.14 (executionSuccessful).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund -E eslint@9.39.5 @microsoft/eslint-formatter-sarif@3.1.0 > /dev/null
echo "export default [{ rules: { 'no-eval': 'error' } }]" > eslint.config.js
echo 'const fine = 1' > clean.js
echo 'const = =' > broken.js
lint() { npx eslint -f @microsoft/eslint-formatter-sarif -o "$1.sarif" "$1.js" || true; }
lint clean
lint broken
node -e '
  const runOf = name => JSON.parse(require("fs").readFileSync(`${name}.sarif`, "utf8")).runs[0]
  const [clean, broken] = [runOf("clean"), runOf("broken")]
  console.log("clean.js: ", clean.results.length, "results, invocations:", JSON.stringify(clean.invocations))
  console.log("broken.js:", broken.results.length, "results, executionSuccessful:", broken.invocations[0].executionSuccessful,
    "notification:", broken.invocations[0].toolConfigurationNotifications[0].message.text)
  const same = clean.results.length === 0 && clean.invocations === undefined && broken.results.length === 0 &&
    broken.invocations[0].executionSuccessful === false
  process.exit(same ? 0 : 1)
'
# Seen on 2026-11-27:
#   clean.js:  0 results, invocations: undefined
#   broken.js: 0 results, executionSuccessful: false notification: Parsing error: Unexpected token =
