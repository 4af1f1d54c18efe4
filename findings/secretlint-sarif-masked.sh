#!/bin/sh
# Surprising: secretlint's SARIF hides a secret behind one asterisk for each of its characters and has no fingerprint or
# snippet. Two different tokens of one length in one file differ only in the line: rule, file and text are equal. A tool that
# recognizes results by these sees one finding instead of two, and rotating one token changes nothing visible.
# Affects: registers of findings that exclude lines from the identity, because lines move.
# Version: secretlint 12.0.0, @secretlint/secretlint-formatter-sarif 13.0.5 (npm).
# Source: SARIF 2.1.0, 3.27.16 and appendix B (fingerprints).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund -E secretlint@12.0.0 @secretlint/secretlint-formatter-sarif@13.0.5 @secretlint/secretlint-rule-preset-recommend@12.0.0 > /dev/null
echo '{"rules":[{"id":"@secretlint/secretlint-rule-preset-recommend"}]}' > .secretlintrc.json
# Invented, in the format that the rule detects.
node -e '
  const token = end => ["xo", "xb-1234567890-123456789012-AbCdEfGhIjKlMnOpQrStUv", end].join("")
  require("fs").writeFileSync("settings.txt", `first=${token("Wx")}\nother=${token("Yz")}\n`)
'
npx secretlint --format @secretlint/secretlint-formatter-sarif settings.txt > out.sarif || true
node -e '
  const { results } = JSON.parse(require("fs").readFileSync("out.sarif", "utf8")).runs[0]
  const lines = results.map(one => one.locations[0].physicalLocation.region.startLine)
  const rest = results.map(one => JSON.stringify([one.ruleId, one.message.text, one.locations[0].physicalLocation.artifactLocation.uri,
    one.fingerprints, one.partialFingerprints, one.locations[0].physicalLocation.region.snippet]))
  console.log(results.length, "results in lines", lines.join(" and "), "; different but for the lines:", new Set(rest).size)
  process.exit(results.length === 2 && new Set(rest).size === 1 ? 0 : 1)
'
# Seen on 2026-11-27:
#   2 results in lines 1 and 2 ; different but for the lines: 1
