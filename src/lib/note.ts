import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'

// Signed notes (c2sp.org/signed-note) and checkpoints (c2sp.org/tlog-checkpoint). This file does not depend on Probata.

/** The kinds of signatures: over the text itself, or a witness's statement of when it saw a checkpoint. */
const signatureTypes = { note: 0x01, cosignature: 0x04 } as const

type Kind = keyof typeof signatureTypes

/** A key for verification; `id` has 8 hex digits, and `vkey` is the complete key as `name+id+base64`. */
export interface NoteVerifier {
  readonly name: string
  readonly id: string
  readonly vkey: string
  readonly kind: Kind
  readonly key: KeyObject
}

export interface NoteSigner {
  readonly name: string
  /** An Ed25519 key. */
  readonly privateKey: KeyObject
}

export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Buffer
}

/** A signature of a note by a known key; cosignatures have a `time` in milliseconds. */
export interface VerifiedSignature {
  readonly name: string
  readonly vkey: string
  readonly line: string
  readonly time?: number
}

/** The text of a note, and its signatures by known keys (at least one). */
export interface OpenedNote {
  readonly text: string
  readonly signatures: readonly VerifiedSignature[]
}

/** The text is not a note, none of the keys signed it, or one of their signatures is invalid. */
export class NoteError extends Error {
  override name = 'NoteError'
}

const maxNoteLength = 1_000_000
const maxSignatures = 100
const idBytes = 4
const keyBytes = 32
const timeBytes = 8
const signatureBytes = 64
const dash = '\u2014'

const spkiHeader = Buffer.from('302a300506032b6570032100', 'hex')

const rawPublicKey = (key: KeyObject): Buffer => {
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('a note must be signed with an Ed25519 key')
  const spki = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'der', type: 'spki' })
  return spki.subarray(-keyBytes)
}

const isName = (name: string): boolean => /^[^\s+\p{Cc}]{1,255}$/u.test(name) && name.isWellFormed()

const idOf = (name: string, typed: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(0, idBytes)

/** Decodes standard base64; undefined for any other spelling. */
const decodeBase64 = (text: string): Buffer | undefined => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : undefined
}

/** Formats an Ed25519 key, private or public, as `name+id+base64`. @throws TypeError */
export const vkeyOf = (name: string, key: KeyObject, kind: Kind = 'note'): string => {
  if (!isName(name)) throw new TypeError('the name of a key must not contain spaces, plus signs or control characters')
  const typed = Buffer.concat([Buffer.of(signatureTypes[kind]), rawPublicKey(key)])
  return `${name}+${idOf(name, typed).toString('hex')}+${typed.toString('base64')}`
}

/** Parses `name+id+base64`. @throws NoteError */
export const parseVkey = (vkey: string): NoteVerifier => {
  const [, name = '', id = '', encoded = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? []
  const typed = decodeBase64(encoded)
  const kind = (Object.keys(signatureTypes) as Kind[]).find(one => signatureTypes[one] === typed?.[0])
  if (!isName(name) || !typed || !kind || typed.length !== 1 + keyBytes || idOf(name, typed).toString('hex') !== id)
    throw new NoteError('not a key of the form name+id+base64 for Ed25519')
  const key = createPublicKey({ key: Buffer.concat([spkiHeader, typed.subarray(1)]), format: 'der', type: 'spki' })
  return { name, id, vkey, kind, key }
}

/** Whether a text consists of lines that end in a line feed, without other ASCII control characters. */
const isNoteText = (text: string): boolean =>
  text.endsWith('\n') && Array.prototype.every.call(text, (character: string) => character >= ' ' || character === '\n')

const requireText = (text: string): void => {
  if (!isNoteText(text) || !text.isWellFormed() || text.length > maxNoteLength)
    throw new TypeError('a note must consist of lines of text without control characters')
}

const signatureLine = (name: string, id: Buffer, signature: Buffer): string =>
  `${dash} ${name} ${Buffer.concat([id, signature]).toString('base64')}\n`

const idOfKey = (name: string, key: KeyObject, kind: Kind): Buffer =>
  Buffer.from(parseVkey(vkeyOf(name, key, kind)).id, 'hex')

/**
 * Returns a text with a signature line from each signer. Every call returns the same bytes, because Ed25519 is
 * deterministic. @throws TypeError
 */
export const signNote = (text: string, signers: readonly NoteSigner[]): string => {
  requireText(text)
  const lines = signers.map(({ name, privateKey }) =>
    signatureLine(name, idOfKey(name, privateKey, 'note'), sign(null, Buffer.from(text), privateKey)),
  )
  return `${text}\n${lines.join('')}`
}

const cosignatureInput = (text: string, seconds: bigint): Buffer =>
  Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`)

/**
 * Returns the line in which a witness confirms that it saw a checkpoint at a time in milliseconds
 * (c2sp.org/tlog-cosignature).
 */
export const cosign = (text: string, { name, privateKey }: NoteSigner, time: number): string => {
  requireText(text)
  const seconds = BigInt(Math.floor(time / 1000))
  const stamp = Buffer.alloc(timeBytes)
  stamp.writeBigUInt64BE(seconds)
  const signature = sign(null, cosignatureInput(text, seconds), privateKey)
  return signatureLine(name, idOfKey(name, privateKey, 'cosignature'), Buffer.concat([stamp, signature]))
}

type Check = (text: string, key: KeyObject, signature: Buffer) => { readonly time?: number } | undefined

const checks: Readonly<Record<Kind, Check>> = {
  note: (text, key, signature) =>
    signature.length === signatureBytes && verify(null, Buffer.from(text), key, signature) ? {} : undefined,
  cosignature(text, key, stamped) {
    if (stamped.length !== timeBytes + signatureBytes) return undefined
    const seconds = stamped.readBigUInt64BE()
    const time = Number(seconds) * 1000
    if (!Number.isSafeInteger(time)) return undefined
    return verify(null, cosignatureInput(text, seconds), key, stamped.subarray(timeBytes)) ? { time } : undefined
  },
}

const splitNote = (note: string): { text: string; lines: string[] } => {
  const end = note.lastIndexOf('\n\n')
  const text = note.slice(0, end + 1)
  const rest = note.slice(end + 2)
  const lines = rest.split('\n').slice(0, -1)
  if (
    note.length > maxNoteLength ||
    end < 0 ||
    !isNoteText(text) ||
    !rest.endsWith('\n') ||
    lines.length > maxSignatures
  )
    throw new NoteError('not a signed note')
  return { text, lines }
}

const parseLine = (line: string): { name: string; id: string; signature: Buffer } => {
  const [, name = '', encoded = ''] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? []
  const bytes = decodeBase64(encoded)
  if (!isName(name) || !bytes || bytes.length <= idBytes) throw new NoteError('not a signature line of a note')
  return { name, id: bytes.subarray(0, idBytes).toString('hex'), signature: bytes.subarray(idBytes) }
}

/**
 * Opens a note that at least one of the keys signed. Ignores signatures of other keys, but throws if a signature of one
 * of these keys is invalid. @throws NoteError
 */
export const openNote = (note: string, keys: readonly NoteVerifier[]): OpenedNote => {
  const { text, lines } = splitNote(note)
  const signatures = new Map<string, VerifiedSignature>()
  for (const line of lines) {
    const { name, id, signature } = parseLine(line)
    const verifier = keys.find(key => key.name === name && key.id === id)
    if (!verifier || signatures.has(verifier.vkey)) continue
    const result = checks[verifier.kind](text, verifier.key, signature)
    if (!result) throw new NoteError(`the signature by ${name} is not valid`)
    signatures.set(verifier.vkey, { name, vkey: verifier.vkey, line: `${line}\n`, ...result })
  }
  if (signatures.size === 0) throw new NoteError('signed by none of the keys')
  return { text, signatures: [...signatures.values()] }
}

/**
 * Returns the text of a note without verification, for notes that are trusted or do not have to be. @throws NoteError
 */
export const textOfNote = (note: string): string => splitNote(note).text

/** Formats a checkpoint as its three lines, without extensions. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${root.toString('base64')}\n`

/** Parses origin, size and root of a checkpoint; skips extension lines. @throws NoteError */
export const parseCheckpoint = (text: string): Checkpoint => {
  const [origin = '', size = '', encoded = ''] = text.split('\n')
  const root = decodeBase64(encoded)
  if (!origin || !/^(0|[1-9][0-9]{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)) || root?.length !== 32)
    throw new NoteError('not a checkpoint')
  return { origin, size: Number(size), root }
}
