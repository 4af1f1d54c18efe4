#!/bin/sh
# Surprising: date-holidays lists 26 December in Bulgaria as an observance, not as a public holiday, and knows none of the days in lieu: Monday 25 May, Monday 7 September and Monday 28 December 2026 are working days for it.
# The Labour Code (Кодекс на труда) names 24, 25 and 26 December, and since 2017 the first one or two working days after a holiday on a Saturday or Sunday are free (article 154(1) and (2)).
# Affects: time limits that end on these days. A period that ends on Saturday 26 December 2026 ends on Tuesday 29 December (Regulation (EEC, Euratom) 1182/71, article 3(4)), not on Monday 28.
# Version: date-holidays 3.37.0.
# Source: https://www.parliament.bg/en/24 (official holidays); https://eur-lex.europa.eu/eli/reg/1971/1182/oj
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0
cat > holidays.cjs <<'JS'
const Holidays = require('date-holidays')
const holidays = new Holidays('BG').getHolidays(2026)
for (const date of ['2026-05-25', '2026-09-07', '2026-12-25', '2026-12-26', '2026-12-28'])
  console.log(date, holidays.filter(holiday => holiday.date.startsWith(date)).map(({ type }) => type).join() || 'not listed')
JS
node holidays.cjs > out.txt
cat out.txt
cat > expected.txt <<'TXT'
2026-05-25 not listed
2026-09-07 not listed
2026-12-25 public
2026-12-26 observance
2026-12-28 not listed
TXT
cmp out.txt expected.txt
