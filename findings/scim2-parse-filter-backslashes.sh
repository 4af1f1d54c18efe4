#!/bin/sh
# Surprising: scim2-parse-filter keeps the escapes of a text in a filter, except \". A filter for the user name CORP\alice, whose JSON string is "CORP\\alice", is parsed as CORP\\alice with two backslashes; "\u00fc" stays six characters.
# RFC 7644 section 3.4.2.2 defines a value of a filter as a JSON value (RFC 7159), so the text has one backslash, and ü.
# Affects: SCIM servers whose senders look up Windows account names or escape letters outside ASCII: the user is not found, and created again. Remove JSON strings from the filter before parsing, and restore them afterwards.
# Version: scim2-parse-filter 0.2.10.
# Source: https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2; https://www.npmjs.com/package/scim2-parse-filter/v/0.2.10
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund scim2-parse-filter@0.2.10
cat > filter.cjs <<'JS'
const { parse } = require('scim2-parse-filter')
for (const name of ['CORP\\alice', 'say "hi"']) {
  const { compValue } = parse(`userName eq ${JSON.stringify(name)}`)
  console.log(name, compValue, compValue === name)
}
const { compValue } = parse('userName eq "\\u00fc"')
console.log(compValue, compValue === 'ü')
JS
node filter.cjs > out.txt
cat out.txt
[ "$(cut -d' ' -f3 out.txt | head -1)" = false ] && grep -q '^say "hi" say "hi" true$' out.txt && grep -q '^\\u00fc false$' out.txt
