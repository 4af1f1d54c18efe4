#!/bin/sh
# Surprising: `stylelint --custom-formatter stylelint-sarif-formatter > out.sarif` leaves an empty file: since version 16 Stylelint writes a formatter's output to standard error, and standard output stays empty.
# The exit code is 2, as for reported problems. `--output-file` works.
# Affects: pipelines that upload `out.sarif` after a failing step; an empty file is not JSON.
# Version: stylelint 17.16.0, stylelint-sarif-formatter 1.0.7 (npm).
# Source: https://github.com/stylelint/stylelint/blob/main/docs/migration-guide/to-16.md ; the formatter's README prints to the terminal or uses `-o`.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true}' > package.json
npm install --silent --no-audit --no-fund -E stylelint@17.16.0 stylelint-sarif-formatter@1.0.7 > /dev/null
echo '{"rules":{"block-no-empty":true}}' > .stylelintrc.json
echo 'a { }' > a.css
status=0
npx stylelint --custom-formatter stylelint-sarif-formatter a.css > out.sarif 2> err.sarif || status=$?
npx stylelint --custom-formatter stylelint-sarif-formatter --output-file file.sarif a.css > /dev/null 2>&1 || true
results() { node -e 'console.log(JSON.parse(require("fs").readFileSync(process.argv[1], "utf8")).runs[0].results.length)' "$1"; }
echo "exit $status; standard output: $(wc -c < out.sarif) bytes; standard error: $(results err.sarif) result; file: $(results file.sarif) result"
[ "$status" = 2 ] && [ ! -s out.sarif ] && [ "$(results err.sarif)" = 1 ] && [ "$(results file.sarif)" = 1 ]
# Seen on 2026-11-27:
#   exit 2; standard output: 0 bytes; standard error: 1 result; file: 1 result
