#!/usr/bin/env bash
# PyYAML writes some texts without quotes that readers of YAML 1.2 parse as numbers: '08' becomes 8, '3e1' becomes 30,
# '4.2e1' becomes 42 and '0o17' becomes 15, without a warning. PyYAML itself, which follows YAML 1.1, reads them back as texts.
# Affects: programs that build framework libraries with PyYAML (as CISO Assistant's tools do) and read them in
# JavaScript: a clause "08" is then clause "8", and two clauses may become one.
# Versions: python3-yaml of Debian 12 (6.0), npm yaml 2.9.1, npm js-yaml 5.5.0. Seen 2026-11-27 on Node 26.
# Source: YAML 1.1 int.html and float.html (a float needs a dot and a signed exponent); YAML 1.2 10.3.2.
set -euo pipefail
command -v node >/dev/null && python3 -c 'import yaml' || { echo 'needs node, and apt-get install python3-yaml'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund yaml@2.9.1 js-yaml@5.5.0
python3 - <<'PY'
import yaml
refs = ['08', '3e1', '4.2e1', '0o17', '5.10']
text = yaml.safe_dump({'refs': refs})
assert yaml.safe_load(text)['refs'] == refs
open('library.yaml', 'w').write(text)
PY
cat library.yaml
cat >read.mjs <<'JS'
import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { parse } from 'yaml'
const text = readFileSync('library.yaml', 'utf8')
console.log(JSON.stringify([parse(text).refs, load(text).refs]))
JS
seen=$(node read.mjs)
echo "$seen"
[ "$seen" = '[[8,30,42,15,"5.10"],[8,30,42,15,"5.10"]]' ] || { echo 'the behaviour has changed'; exit 1; }
