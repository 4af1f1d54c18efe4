import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The received delivery, and the secret to check it with. */
export interface SignatureInput {
  readonly secret: string
  readonly timestamp: string
  /** The `webhook-id`, which Standard Webhooks also signs. */
  readonly id: string
  readonly body: string
  /** The value of the header with the signatures. */
  readonly header: string
}

const prefix = 'whsec_'

const decodeBase64 = (text: string): Uint8Array | undefined => {
  try {
    return Uint8Array.from(atob(text), character => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

interface Scheme {
  /** The names of the headers. */
  readonly headers: { readonly timestamp: string; readonly signature: string; readonly id?: string }
  /** The exact text that is signed. */
  readonly signed: (delivery: SignatureInput) => string
  /** Undefined if the secret yields no key. */
  readonly key: (secret: string) => Uint8Array | undefined
  readonly encode: (mac: Uint8Array) => string
  readonly signatures: (header: string) => readonly string[]
  /** Parses a timestamp into milliseconds since 1970; NaN if it is invalid. */
  readonly parse: (timestamp: string) => number
  /** Corrects common mistakes in a timestamp. */
  readonly corrections: (timestamp: string) => readonly string[]
}

const isoOf = (time: number): readonly string[] => (Number.isNaN(time) ? [] : [new Date(time).toISOString()])

/** The signature schemes: the product's own, and Standard Webhooks 1.0. */
export const schemes = {
  service: {
    headers: { timestamp: 'X-Service-Timestamp', signature: 'X-Service-Signature' },
    signed: ({ timestamp, body }) => `${timestamp}.${body}`,
    key: secret => utf8ToBytes(secret),
    encode: bytesToHex,
    signatures: header =>
      header
        .split(',')
        .map(part => part.trim())
        .filter(part => part.startsWith('v1='))
        .map(part => part.slice(3)),
    parse: timestamp => Date.parse(timestamp),
    corrections: timestamp => isoOf(Date.parse(timestamp.trim())),
  },
  standard: {
    headers: { timestamp: 'webhook-timestamp', signature: 'webhook-signature', id: 'webhook-id' },
    signed: ({ id, timestamp, body }) => `${id}.${timestamp}.${body}`,
    key: secret => decodeBase64(secret.startsWith(prefix) ? secret.slice(prefix.length) : ''),
    encode: mac => btoa(String.fromCharCode(...mac)),
    signatures: header =>
      header
        .split(/\s+/)
        .filter(part => part.startsWith('v1,'))
        .map(part => part.slice(3)),
    parse: timestamp => Number(timestamp || Number.NaN) * 1000,
    corrections: timestamp => [timestamp.trim(), String(Math.floor(Date.parse(timestamp) / 1000))],
  },
} satisfies Record<string, Scheme>

export type SchemeName = keyof typeof schemes

/** The cause of a mismatch, if it can be determined. */
export type Fault =
  | 'noSignature'
  | 'missingPrefix'
  | 'secretSpace'
  | 'notBase64'
  | 'bodyRewritten'
  | 'timestampRewritten'
  | 'timestampOther'
  | 'timestampUnreadable'
  | 'wrongSecret'
  | 'somethingElse'

export interface Check {
  readonly signed: string
  /** The length of the signed text in UTF-8 bytes. */
  readonly bytes: number
  /** The signature computed from these values. Undefined without a key. */
  readonly expected: string | undefined
  readonly signatures: readonly { readonly value: string; readonly fits: boolean }[]
  readonly fits: boolean
  /** Undefined if the signature matches, or if values are still missing. */
  readonly fault: Fault | undefined
  /** The time since signing, in milliseconds. Undefined if the timestamp is invalid. */
  readonly age: number | undefined
}

/** Receivers reject signatures older than this, in milliseconds. */
export const maxAgeMs = 5 * 60_000

const signatureOf = (name: SchemeName, delivery: SignatureInput): string | undefined => {
  const scheme: Scheme = schemes[name]
  const key = scheme.key(delivery.secret)
  if (!key || key.length === 0) return undefined
  return scheme.encode(hmac(sha256, key, utf8ToBytes(scheme.signed(delivery))))
}

const isMatch = (name: SchemeName, delivery: SignatureInput): boolean => {
  const expected = signatureOf(name, delivery)
  return expected !== undefined && schemes[name].signatures(delivery.header).includes(expected)
}

const bodyVariants = (body: string): readonly string[] => {
  const plain = body.replaceAll('\r\n', '\n')
  const texts = [plain, plain.replace(/\n$/, ''), `${body}\n`, plain.replaceAll('\n', '\r\n'), body.trim()]
  try {
    const value: unknown = JSON.parse(body)
    return [...texts, JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)]
  } catch {
    return texts
  }
}

// Each correction is tried separately. The one that makes the signature match identifies the mistake.
const corrections: readonly (readonly [
  Fault,
  (delivery: SignatureInput, name: SchemeName) => readonly SignatureInput[],
])[] = [
  ['secretSpace', delivery => [{ ...delivery, secret: delivery.secret.trim() }]],
  ['missingPrefix', delivery => [{ ...delivery, secret: prefix + delivery.secret.trim() }]],
  ['bodyRewritten', delivery => bodyVariants(delivery.body).map(body => ({ ...delivery, body }))],
  [
    'timestampRewritten',
    (delivery, name) => schemes[name].corrections(delivery.timestamp).map(timestamp => ({ ...delivery, timestamp })),
  ],
]

/** Whether the `t=` of the header, in seconds, differs from the timestamp. */
const isOfOtherAttempt = ({ header, timestamp }: SignatureInput): boolean => {
  const seconds = /(?:^|,)\s*t=(\d+)/.exec(header)?.[1]
  return seconds !== undefined && Number(seconds) !== Math.floor(Date.parse(timestamp) / 1000)
}

interface Rule {
  readonly fault: Fault
  readonly holds: (delivery: SignatureInput, name: SchemeName, recorded: boolean) => boolean
}

// The first rule that holds determines the fault.
const rules: readonly Rule[] = [
  { fault: 'noSignature', holds: ({ header }, name) => schemes[name].signatures(header).length === 0 },
  ...corrections.map(([fault, correct]) => ({
    fault,
    holds: (delivery: SignatureInput, name: SchemeName) => correct(delivery, name).some(other => isMatch(name, other)),
  })),
  { fault: 'missingPrefix', holds: ({ secret }) => !secret.trim().startsWith(prefix) },
  { fault: 'notBase64', holds: (delivery, name) => signatureOf(name, delivery) === undefined },
  { fault: 'timestampUnreadable', holds: ({ timestamp }, name) => Number.isNaN(schemes[name].parse(timestamp)) },
  { fault: 'timestampOther', holds: (delivery, name) => name === 'service' && isOfOtherAttempt(delivery) },
  { fault: 'wrongSecret', holds: (_, __, recorded) => recorded },
  { fault: 'somethingElse', holds: () => true },
]

/**
 * Checks a delivery like its receiver, and reports the cause of a mismatch. If `recorded`, the timestamp, body and
 * header are exactly what was sent, so that only the secret can be wrong.
 */
export const check = (name: SchemeName, delivery: SignatureInput, recorded: boolean, now: number): Check => {
  const scheme: Scheme = schemes[name]
  const signed = scheme.signed(delivery)
  const expected = signatureOf(name, delivery)
  const signatures = scheme.signatures(delivery.header).map(value => ({ value, fits: value === expected }))
  const fits = signatures.some(signature => signature.fits)
  const isComplete = delivery.secret !== '' && delivery.header !== '' && delivery.timestamp !== ''
  const signedAt = scheme.parse(delivery.timestamp)
  return {
    signed,
    bytes: utf8ToBytes(signed).length,
    expected: delivery.secret === '' ? undefined : expected,
    signatures,
    fits,
    fault: fits || !isComplete ? undefined : rules.find(({ holds }) => holds(delivery, name, recorded))?.fault,
    age: Number.isNaN(signedAt) ? undefined : now - signedAt,
  }
}

const marks: Readonly<Record<string, string>> = { '\n': '␊\n', '\r': '␍', '\t': '␉' }

/** Makes line ends and tabs visible. */
export const visible = (text: string): string => text.replace(/[\n\r\t]/g, character => marks[character] ?? character)
