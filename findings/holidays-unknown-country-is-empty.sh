#!/bin/sh
# Surprising: date-holidays answers an unknown country with no holidays, without an error. EL and UK, the codes of the European institutions for Greece and the United Kingdom, are unknown to it: 25 December is then a working day. An unknown part of a country (DE, XX) is ignored as well.
# Affects: programs that take country codes from European data, such as VAT numbers (EL) or Eurostat: their deadlines ignore every holiday. Check the code with getCountries() and getStates() first.
# Version: date-holidays 3.37.0.
# Source: https://ec.europa.eu/eurostat/statistics-explained/index.php?title=Glossary:Country_codes (EL, UK); https://www.npmjs.com/package/date-holidays/v/3.37.0
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts date-holidays@3.37.0
cat > holidays.cjs <<'JS'
const Holidays = require('date-holidays')
for (const code of ['GR', 'EL', 'GB', 'UK'])
  console.log(code, Boolean(new Holidays(code).isHoliday('2026-12-25')), code in new Holidays().getCountries())
console.log('DE-XX', new Holidays('DE', 'XX').getHolidays(2026).length === new Holidays('DE').getHolidays(2026).length)
JS
node holidays.cjs > out.txt
cat out.txt
cat > expected.txt <<'TXT'
GR true true
EL false false
GB true true
UK false false
DE-XX true
TXT
cmp out.txt expected.txt
