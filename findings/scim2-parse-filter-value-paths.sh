#!/bin/sh
# Surprising: scim2-parse-filter applies the conditions of a value path to different elements. A person has a work address and a home address: `emails[type eq "work" and value eq "ada@home.example"]` matches them, although no element is both. `emails[type eq "work"].value eq "…"` is parsed as two independent conditions, and matches as well.
# RFC 7644 section 3.4.2.2, "complex attribute filter grouping": the expression in brackets is applied to one value of a multi-valued attribute as a whole; RFC 7643 section 2.4 says the same of its sub-attributes.
# Affects: SCIM servers that filter with it, and senders that look up people by a typed address (Microsoft Entra ID does): the wrong person is found, and then changed. Use `parse` only, and evaluate value paths element by element.
# Version: scim2-parse-filter 0.2.10.
# Source: https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.2; https://www.npmjs.com/package/scim2-parse-filter/v/0.2.10
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund scim2-parse-filter@0.2.10
cat > filter.cjs <<'JS'
const { filter, parse } = require('scim2-parse-filter')
const emails = [{ type: 'work', value: 'ada@work.example' }, { type: 'home', value: 'ada@home.example' }]
for (const text of [
  'emails[type eq "home" and value eq "ada@home.example"]',
  'emails[type eq "work" and value eq "ada@home.example"]',
  'emails[type eq "work"].value eq "ada@home.example"',
  'emails[type eq "fax" and value eq "ada@home.example"]',
]) console.log(filter(parse(text))({ emails }), text)
console.log(JSON.stringify(parse('emails[type eq "work"].value eq "x"')))
JS
node filter.cjs > out.txt
cat out.txt
[ "$(cut -d' ' -f1 out.txt | head -4 | tr '\n' ' ')" = 'true true true false ' ] && tail -1 out.txt | grep -q '^{"op":"and"'
# Seen on 2026-11-28:
#   true emails[type eq "home" and value eq "ada@home.example"]
#   true emails[type eq "work" and value eq "ada@home.example"]
#   true emails[type eq "work"].value eq "ada@home.example"
#   false emails[type eq "fax" and value eq "ada@home.example"]
#   {"op":"and","filters":[{"op":"[]","attrPath":"emails","valFilter":{"op":"eq","attrPath":"type","compValue":"work"}},{"op":"eq","attrPath":"emails.value","compValue":"x"}]}
