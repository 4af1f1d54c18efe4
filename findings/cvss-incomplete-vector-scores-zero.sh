#!/usr/bin/env bash
# Surprising: a CVSS vector that lacks mandatory metrics is not rejected. ae-cvss-calculator answers 0.0, the score of a
# vulnerability without any impact, for versions 3.1 and 4.0 alike; a wrong value of a metric, in contrast, gives null.
# Affects: tools that rate findings by vectors that an export truncated or a person typed incompletely: the unknown
# becomes "informational".
# Version: ae-cvss-calculator 1.0.13 (npm), Node 20 or newer. Source: package README, function fromVector;
# CVSS 3.1 specification, section 6 (all base metrics are mandatory); CVSS 4.0 specification, section 7.
# Seen: CVSS:3.1/AV:N/AC:L -> overall 0; CVSS:4.0/AV:N/AC:L -> overall 0; .../A:Z -> null
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --save-exact ae-cvss-calculator@1.0.13
cat >try.cjs <<'JS'
const { fromVector } = require('ae-cvss-calculator')
const overall = vector => fromVector(vector)?.calculateScores().overall ?? null
const seen = ['CVSS:3.1/AV:N/AC:L', 'CVSS:4.0/AV:N/AC:L', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:Z'].map(overall)
console.error(JSON.stringify(seen))
process.exitCode = JSON.stringify(seen) === '[0,0,null]' ? 0 : 1
JS
node try.cjs
