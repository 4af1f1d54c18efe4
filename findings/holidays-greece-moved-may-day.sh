#!/bin/sh
# Surprising: date-holidays has May Day of Greece always on 1 May. The Ministry of Labour moves it when it falls on a Sunday or in Holy Week: to 4 May 2021, 2 May 2022 and 7 May 2024.
# The package lists neither the new dates nor the lost ones: 1 May 2024 (Holy Wednesday) was a working day.
# Affects: time limits that end on either date; no rule of the calendar gives the new date, as it is a decision of the year.
# Version: date-holidays 3.37.0.
# Source: Decision 15102, Government Gazette B' 1406/4.3.2024; https://www.skai.gr/news/greece/ekdothike-i-apofasi-mixailidou-gia-ti-metafora-tis-argias-tis-protomagias-tin-triti-tou-pa; https://github.com/focus-shift/jollyday/issues/549
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0
cat > holidays.cjs <<'JS'
const Holidays = require('date-holidays')
for (const date of ['2021-05-04', '2022-05-02', '2024-05-01', '2024-05-07']) {
  const holidays = new Holidays('GR', { types: ['public'] }).getHolidays(Number(date.slice(0, 4)))
  console.log(date, holidays.some(holiday => holiday.date.startsWith(date)) ? 'public' : 'not listed')
}
JS
node holidays.cjs > out.txt
cat out.txt
cat > expected.txt <<'TXT'
2021-05-04 not listed
2022-05-02 not listed
2024-05-01 public
2024-05-07 not listed
TXT
cmp out.txt expected.txt
