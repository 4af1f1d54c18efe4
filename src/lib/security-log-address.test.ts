import assert from 'node:assert/strict'
import { test } from 'node:test'
import { securityLogAddress } from './security-log-address.ts'

const accepted: [text: string, expected: object][] = [
  [
    'syslog+tls://siem.example:6515',
    { kind: 'syslog', name: 'syslog+tls://siem.example:6515', host: 'siem.example', port: 6515, format: 'jsonl' },
  ],
  [
    'syslog+tls://[::1]?format=ocsf',
    { kind: 'syslog', name: 'syslog+tls://[::1]:6514', host: '::1', port: 6514, format: 'ocsf' },
  ],
  ['file:/var/log/x.jsonl', { kind: 'file', name: 'file:/var/log/x.jsonl', path: '/var/log/x.jsonl', format: 'jsonl' }],
  ['file:///var/x?format=ocsf', { kind: 'file', name: 'file:/var/x', path: '/var/x', format: 'ocsf' }],
]
for (const [text, expected] of accepted)
  test(`${text} is accepted`, () => {
    assert.deepEqual(securityLogAddress(text), expected)
  })

const rejections: [text: string, error: RegExp][] = [
  ['https://siem.example', /must begin with syslog\+tls:\/\/ or file:\//],
  ['syslog://siem.example', /must begin with/],
  ['syslog+tls://', /must name a host/],
  ['syslog+tls://user:secret@siem.example', /^ValueError: must not contain a user name or password$/],
  ['syslog+tls://siem.example/path', /must end after host, port and parameters/],
  ['syslog+tls://siem.example?format=cef', /must have a format of jsonl or ocsf/],
  ['syslog+tls://siem.example?insecure=1', /unknown parameter "insecure"; the known ones are format, ca, cert, key/],
  ['syslog+tls://siem.example?cert=/etc/hostname', /needs both cert and key, or neither/],
  ['syslog+tls://siem.example?ca=/none/ca.pem', /names a file as ca that does not exist/],
  ['file:events.jsonl', /by its absolute path/],
  ['file:/var/log/', /by its absolute path/],
  ['file:/var/log/x?mode=1', /unknown parameter "mode"; the known ones are format/],
  [`file:/${'x'.repeat(900)}`, /longer than 900 characters/],
]
for (const [text, error] of rejections)
  test(`${text.slice(0, 60)} is rejected`, () => {
    assert.throws(() => securityLogAddress(text), error)
  })
