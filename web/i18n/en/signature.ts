export const signature = {
  title: 'Verify a signature',
  description:
    'Shows the exact text that is signed and what is wrong with a signature. Computed in this browser: nothing you type here is sent.',
  recorded: 'Filled with the recorded delivery',
  scheme: 'Signature',
  secret: 'Signing secret',
  secretHint: 'Stays in this page; forgotten when you leave it.',
  body: 'Body',
  bodyHint: 'The bytes as received, not parsed and serialized again.',
  signed: 'Signed text',
  bytes_one: '{{count}} byte',
  bytes_other: '{{count}} bytes',
  key: {
    service: 'key: the whole secret as UTF-8, with whsec_',
    standard: 'key: the base64 after whsec_, decoded',
  },
  signatures: 'Signatures',
  expected: 'Computed from these values',
  given: 'In {{header}}',
  equal: 'equal',
  other: 'differs',
  waiting: 'Nothing to compare yet',
  waitingText: 'Enter the signing secret, the timestamp, the body and the header with the signature.',
  fits: 'The signature matches',
  fitsText: 'Secret, timestamp and body are those that were signed.',
  fitsNew: 'It matches the first of several signatures: this is the newest secret, during a rotation.',
  fitsOld:
    'It matches a later one of several signatures: this is the secret before the rotation, valid for 60 seconds.',
  differs: 'The signature does not match',
  old_one: 'Signed {{count}} minute from now',
  old_other: 'Signed {{count}} minutes from now',
  oldText: 'The timestamp is older than 5 minutes: a receiver must reject it, even if the signature matches.',
  oldRecorded:
    'It was fresh when it was sent. A receiver that gets it now must reject it: replay the delivery for a fresh one.',
  ahead: 'The timestamp is more than 5 minutes in the future: one of the clocks is wrong.',
  fault: {
    noSignature: '{{header}} holds no signature of version 1 (v1). Copy its whole value.',
    missingPrefix: 'The secret does not start with whsec_: enter it exactly as it was shown.',
    secretSpace: 'The secret ends with a space or a line break, often from the file that it was read from.',
    notBase64: 'The text after whsec_ is not base64: the secret was cut or changed.',
    bodyRewritten:
      'The body was parsed and serialized again, or its line ends were changed. Hash the bytes as received.',
    timestampRewritten: 'The timestamp was written differently. Use the value of the header unchanged.',
    timestampOther: 'The timestamp and the signature belong to different attempts: t= names a different second.',
    timestampUnreadable: 'The timestamp is invalid. Use the value of the header unchanged.',
    wrongSecret:
      'The secret is a different one: timestamp, body and header are those that were sent. Was it rotated since?',
    somethingElse:
      'The secret is a different one, or the body or timestamp belongs to another delivery. Check the secret first: was it rotated?',
  },
  code: 'The same in code',
  codeText: 'With these values; the secret is read from SIGNING_SECRET.',
  codeComments: {
    received: 'in a receiver: the bytes as received',
    again: 'Send the same request to your receiver again',
  },
  docs: 'All event types are in the reference.',
}
