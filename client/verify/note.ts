/** C2SP signed-note and tlog-checkpoint, with Ed25519 (type 1) only. */
import { fromBase64, join, sameBytes, toHex, toUtf8 } from './bytes.ts'
import type { Primitives } from './primitives.ts'

export interface Vkey {
  readonly name: string
  /** The complete vkey. */
  readonly text: string
  /** The first four bytes of the SHA-256 of name and key, in hexadecimal. */
  readonly id: string
  readonly key: Uint8Array
}

const ed25519 = 1

/** Parses `name+id+key`; undefined for other texts. */
export const parseVkey = ({ sha256 }: Primitives, text: string): Vkey | undefined => {
  const [, name = '', id = '', encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(text) ?? []
  const raw = fromBase64(encoded)
  if (raw?.length !== 33 || raw[0] !== ed25519) return undefined
  if (toHex(sha256(join(toUtf8(`${name}\n`), raw)).subarray(0, 4)) !== id) return undefined
  return { name, text, id, key: raw.subarray(1) }
}

interface SignatureLine {
  readonly name: string
  readonly id: string
  readonly signature: Uint8Array
}

export interface Note {
  readonly text: string
  readonly signatures: readonly SignatureLine[]
}

// A note has no control characters except newlines.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression looks for control characters
const controls = /[\u0000-\u0009\u000b-\u001f\u007f]/
const signatureLine = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/
const maxSignatures = 100

/** Parses a note; undefined for other texts. */
export const parseNote = (note: string): Note | undefined => {
  const end = note.lastIndexOf('\n\n')
  if (end < 0 || !note.endsWith('\n') || controls.test(note)) return undefined
  const lines = note.slice(end + 2, -1).split('\n')
  if (lines.length > maxSignatures) return undefined
  const signatures = lines.flatMap(line => {
    const [, name, encoded = ''] = signatureLine.exec(line) ?? []
    const raw = fromBase64(encoded)
    if (name === undefined || !raw || raw.length < 5) return []
    return [{ name, id: toHex(raw.subarray(0, 4)), signature: raw.subarray(4) }]
  })
  return signatures.length === lines.length ? { text: note.slice(0, end + 1), signatures } : undefined
}

/** Finds which of these keys signed; undefined if a signature of one of them is not valid. */
export const signersOf = async (
  { ed25519: verify }: Primitives,
  { text, signatures }: Note,
  keys: readonly Vkey[],
): Promise<readonly Vkey[] | undefined> => {
  const message = toUtf8(text)
  const signers: Vkey[] = []
  for (const { name, id, signature } of signatures) {
    for (const key of keys.filter(known => known.name === name && known.id === id)) {
      if (signature.length !== 64 || !(await verify(key.key, message, signature))) return undefined
      signers.push(key)
    }
  }
  return signers
}

export interface Checkpoint {
  readonly origin: string
  readonly size: number
  readonly root: Uint8Array
}

const wholeNumber = /^(0|[1-9][0-9]{0,15})$/

/** Parses a size; undefined if it is not a size or cannot be represented exactly. */
export const parseSize = (text: string): number | undefined => {
  const size = wholeNumber.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(size) ? size : undefined
}

/** Parses the text of a checkpoint: origin, size and root, without further lines. */
export const parseCheckpoint = (text: string): Checkpoint | undefined => {
  const [origin = '', sizeText = '', encoded = '', end, ...more] = text.split('\n')
  const size = parseSize(sizeText)
  const root = fromBase64(encoded)
  if (origin === '' || size === undefined || root?.length !== 32 || end !== '' || more.length > 0) return undefined
  return { origin, size, root }
}

export const sameCheckpoint = (a: Checkpoint, b: Checkpoint): boolean =>
  a.origin === b.origin && a.size === b.size && sameBytes(a.root, b.root)
