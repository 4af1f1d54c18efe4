#!/bin/sh
# Nodemailer sends without the configured user name and password if the server offers no AUTH, and succeeds.
#
# Surprising: with `auth` given and no AUTH among the capabilities, sendMail resolves as usual: no error, no warning,
# nothing in its result. Only the missing "authenticated" entry in its log shows it. Debian's default Postfix offers no
# AUTH and relays for loopback, so a wrong password is never noticed.
# Affects: operators who rely on a sent test mail as proof that the credentials are correct.
# Versions: nodemailer 10.6.0, smtp-server 3.21.6 (npm). Seen 2026-11-27.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund nodemailer@10.6.0 smtp-server@3.21.6
cat > run.mjs <<'JS'
import { createTransport } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
const server = new SMTPServer({ authOptional: true, disabledCommands: ['AUTH', 'STARTTLS'], onData: (stream, _, done) => stream.resume().on('end', done) })
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve))
let authenticated = false
const logger = Object.fromEntries(['level', 'trace', 'debug', 'warn', 'error', 'fatal'].map(name => [name, () => {}]))
logger.info = entry => { authenticated ||= entry?.action === 'authenticated' }
const mail = createTransport({ host: '127.0.0.1', port: server.server.address().port, auth: { user: 'user', pass: 'wrong' }, logger })
const sent = await mail.sendMail({ from: 'a@example.org', to: 'b@example.org', text: 'x' })
console.log('accepted:', sent.accepted.length, 'authenticated:', authenticated)
server.close()
if (sent.accepted.length !== 1 || authenticated) process.exit(1)
JS
node run.mjs
