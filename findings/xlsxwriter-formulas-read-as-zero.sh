#!/usr/bin/env bash
# Surprising: XlsxWriter saves the value 0 for every formula without a given result, even if the formula yields a
# text, and marks the workbook with fullCalcOnLoad. openpyxl with data_only=True ignores that mark and reads the
# 0 as the value of the cell: a severity of "=IF(...)" becomes 0.
# Affects: readers of a report that a Python program wrote and no spreadsheet program has opened yet.
# Versions: Debian 12's python3-xlsxwriter 3.0.2 and python3-openpyxl 3.0.9. Source: XlsxWriter documentation, "Working
# with Formulas", section "Formula Results"; ECMA-376 part 1, 18.2.2 (calcPr, fullCalcOnLoad).
# Seen: value 0 (int), fullCalcOnLoad="1"
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
dpkg -s python3-xlsxwriter python3-openpyxl >/dev/null 2>&1 ||
  { apt-get update -q && apt-get install -y -q --no-install-recommends python3-xlsxwriter python3-openpyxl; } >/dev/null
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >try.py <<'PY'
import sys, zipfile
import openpyxl, xlsxwriter
book = xlsxwriter.Workbook('report.xlsx')
sheet = book.add_worksheet()
sheet.write('A1', 'Severity')
sheet.write_formula('A2', '=IF(1=1,"High","Low")')
book.close()
value = openpyxl.load_workbook('report.xlsx', data_only=True).active['A2'].value
marked = b'fullCalcOnLoad="1"' in zipfile.ZipFile('report.xlsx').read('xl/workbook.xml')
print(xlsxwriter.__version__, openpyxl.__version__, repr(value), marked)
sys.exit(0 if value == 0 and marked else 1)
PY
/usr/bin/python3 try.py
