#!/bin/sh
# Surprising: date-holidays types Liberation Day (5 May) and Good Friday of the Netherlands as school holidays, in every year.
# For time limits 5 May is a general holiday every year, and Good Friday is equal to one (Algemene termijnenwet, article 3(1) and (2)). Whether people have the day off is another matter.
# Affects: programs that compute Dutch time limits with `types: ['public']`: a limit that ends on Tuesday 5 May 2026 is extended to Wednesday 6 May (article 1(1)), but they get Tuesday.
# Version: date-holidays 3.37.0.
# Source: https://wetten.overheid.nl/BWBR0002448 (Algemene termijnenwet); https://nl.wikipedia.org/wiki/Algemene_termijnenwet
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0
cat > holidays.cjs <<'JS'
const Holidays = require('date-holidays')
for (const date of ['2025-04-18', '2025-05-05', '2026-04-03', '2026-05-05', '2026-05-14']) {
  const holidays = new Holidays('NL').getHolidays(Number(date.slice(0, 4)))
  console.log(date, holidays.filter(holiday => holiday.date.startsWith(date)).map(({ type }) => type).join())
}
JS
node holidays.cjs > out.txt
cat out.txt
cat > expected.txt <<'TXT'
2025-04-18 school
2025-05-05 school
2026-04-03 school
2026-05-05 school
2026-05-14 public
TXT
cmp out.txt expected.txt
