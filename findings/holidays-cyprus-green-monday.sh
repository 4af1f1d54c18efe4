#!/bin/sh
# Surprising: date-holidays has the public holiday "Clean Monday" of Cyprus on a Tuesday, one day late, and lacks Whit Monday (Kataklysmos). Its rules are `orthodox -47` and `orthodox 49`; Greece has -48 and 50 in the same package.
# The holidays of 2019 were Green Monday 11 March and Whit Monday 17 June (Orthodox Easter 28 April).
# Affects: time limits. One that ends on a Green Monday is computed too early; one that ends on the Tuesday after is computed a day too late, which a filing then misses.
# Version: date-holidays 3.37.0.
# Source: http://bankofcyprus.com.cy/en-gb/retail/the-bank/3/--3/ (holidays of 2019); https://github.com/commenthol/date-holidays/pull/299 (Whit Monday added for Greece only)
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0
cat > holidays.cjs <<'JS'
const Holidays = require('date-holidays')
for (const country of ['CY', 'GR']) {
  const holidays = new Holidays(country, { types: ['public'] }).getHolidays(2019)
  const listed = date => (holidays.some(holiday => holiday.date.startsWith(date)) ? 'public' : '-')
  console.log(country, ...['2019-03-11', '2019-03-12', '2019-06-17'].map(date => `${date} ${listed(date)}`))
}
JS
node holidays.cjs > out.txt
cat out.txt
cat > expected.txt <<'TXT'
CY 2019-03-11 - 2019-03-12 public 2019-06-17 -
GR 2019-03-11 public 2019-03-12 - 2019-06-17 public
TXT
cmp out.txt expected.txt
