#!/usr/bin/env bash
# Ruby's YAML reads `4,2` as the number 42: it drops commas between digits, in any position. Writers of YAML in
# other languages leave the text '4,2' without quotes, because no version of YAML has commas in numbers.
# Affects: tools in Ruby, such as those around InSpec, that read control references written by PyYAML or js-yaml:
# "4,2" and "42" become the same reference.
# Versions: Ruby 3.1 of Debian 12 (psych 4.0), python3-yaml of Debian 12 (6.0), npm js-yaml 5.5.0. Seen 2026-11-27.
# Source: psych's ScalarScanner, whose INTEGER accepts commas and underscores; YAML 1.1 int.html accepts only underscores.
set -euo pipefail
command -v ruby >/dev/null && command -v node >/dev/null && python3 -c 'import yaml' ||
  { echo 'needs node, and apt-get install ruby python3-yaml'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund js-yaml@5.5.0
python3 -c "import yaml; open('python.yaml', 'w').write(yaml.safe_dump({'refs': ['4,2', '1,2,3']}))"
node --input-type=module -e "
  import { writeFileSync } from 'node:fs'
  import { dump } from 'js-yaml'
  writeFileSync('javascript.yaml', dump({ refs: ['4,2', '1,2,3'] }))"
cat python.yaml javascript.yaml
for file in python.yaml javascript.yaml; do
  seen=$(ruby -ryaml -e "p YAML.safe_load(File.read('$file'))['refs']")
  echo "ruby reads $file: $seen"
  [ "$seen" = '[42, 123]' ] || { echo 'the behaviour has changed'; exit 1; }
done
