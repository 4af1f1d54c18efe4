#!/bin/sh
# Nodemailer writes `References: <[object> <Object]>` for a prepared header of that name, and reports no error.
#
# Surprising: a header given as an object, `{ prepared: true, foldLines: false, value }`, is written as it is, for every
# name but From, Sender, To, Cc, Bcc, Reply-To, Date and References. For these the object itself is turned into text.
# The option `references` works.
# Affects: programs that prepare all headers of a mail alike; mail programs then do not find the thread.
# Versions: nodemailer 10.6.0 (npm). Seen 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund nodemailer@10.6.0
cat > run.mjs <<'JS'
import { createTransport } from 'nodemailer'
const prepared = value => ({ prepared: true, foldLines: false, value })
const mail = { from: 'a@example.org', to: 'b@example.org', text: 'x' }
const send = async more => {
  const { message } = await createTransport({ streamTransport: true, buffer: true }).sendMail({ ...mail, ...more })
  return message.toString().split('\n').filter(line => /^(References|List-Id)/i.test(line)).join(' | ').replaceAll('\r', '')
}
const headers = await send({ headers: { References: prepared('<1@example.org>'), 'List-Id': prepared('<a.example.org>') } })
const option = await send({ references: '<1@example.org>' })
console.log('header:', headers)
console.log('option:', option)
if (headers !== 'References: <[object> <Object]> | List-ID: <a.example.org>') process.exit(1)
if (option !== 'References: <1@example.org>') process.exit(1)
JS
node run.mjs
