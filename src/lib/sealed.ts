import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { sha256Hex } from './hash.ts'

/** The context of a sealed value. The value can be opened only with the same organization, record id and field. */
export interface Binding {
  readonly organization: string
  readonly record: string
  readonly field: string
}

/** A master key of 32 bytes, and the id that sealed values contain (1 to 32 characters of `[A-Za-z0-9_-]`). */
export interface MasterKey {
  readonly id: string
  readonly key: Uint8Array
}

/** Combines a key with its id, which is derived from the key. */
export const masterKeyOf = (key: Uint8Array): MasterKey => ({ id: sha256Hex(key).slice(0, 8), key })

export interface Sealer {
  /**
   * Returns `v1.<key id>.<base64url>`, different each time. Throws RangeError above 64 KiB, TypeError for lone
   * surrogates.
   */
  seal(plain: string, binding: Binding): string
  /** Returns the plain text. Throws SealedError. */
  open(sealed: string, binding: Binding): string
  /** Wraps the value's data key under the current master key; the encrypted text stays the same. Throws SealedError. */
  rewrap(sealed: string, binding: Binding): string
  /** Derives 32 bytes from the current master key and the binding, the same at each call (HKDF, RFC 5869). */
  keyFor(binding: Binding): Buffer
}

/**
 * A value that is damaged, has another binding, or needs a master key that is not available. The error does not reveal
 * which.
 */
export class SealedError extends Error {
  readonly code = 'sealed_value_unreadable'
  constructor() {
    super('the sealed value cannot be opened')
    this.name = 'SealedError'
  }
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const overhead = nonceBytes + tagBytes
const wrappedBytes = keyBytes + overhead
const maxPlainBytes = 64 * 1024
const keyId = /^[A-Za-z0-9_-]{1,32}$/
const sealedPattern = /^v1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,90000})$/

/** Prefixes each part with its length, so that no two lists of parts give the same bytes. */
const frame = (...parts: string[]): Buffer =>
  Buffer.concat(
    parts.flatMap(part => {
      const bytes = Buffer.from(part)
      const length = Buffer.alloc(4)
      length.writeUInt32BE(bytes.length)
      return [length, bytes]
    }),
  )

const encrypt = (key: Uint8Array, plain: Uint8Array, additionalData: Buffer): Buffer => {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes }).setAAD(additionalData)
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const decrypt = (key: Uint8Array, box: Buffer, additionalData: Buffer): Buffer => {
  const decipher = createDecipheriv(algorithm, key, box.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(additionalData).setAuthTag(box.subarray(-tagBytes))
  return Buffer.concat([decipher.update(box.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

const keyContext = (id: string, { organization, record, field }: Binding): Buffer =>
  frame('probata sealed v1 key', id, organization, record, field)

const textContext = ({ organization, record, field }: Binding): Buffer =>
  frame('probata sealed v1 text', organization, record, field)

const parse = (sealed: string): { id: string; wrapped: Buffer; box: Buffer } => {
  const [, id, encoded] = sealedPattern.exec(sealed) ?? []
  const bytes = Buffer.from(encoded ?? '', 'base64url')
  // The second condition rejects other spellings of the same bytes.
  if (id === undefined || bytes.toString('base64url') !== encoded) throw new SealedError()
  if (bytes.length < wrappedBytes + overhead) throw new SealedError()
  return { id, wrapped: bytes.subarray(0, wrappedBytes), box: bytes.subarray(wrappedBytes) }
}

const orSealedError = <T>(work: () => T): T => {
  try {
    return work()
  } catch {
    throw new SealedError()
  }
}

const checkKey = ({ id, key }: MasterKey): [string, Buffer] => {
  if (!keyId.test(id)) throw new TypeError('a master key id must be 1 to 32 characters of [A-Za-z0-9_-]')
  if (key.length !== keyBytes) throw new TypeError(`the master key ${id} is not 32 bytes`)
  return [id, Buffer.from(key)]
}

/**
 * Creates a sealer for stored secrets, with envelope encryption: each value is encrypted under its own data key
 * (AES-256-GCM), which is wrapped under the master key. Both are bound to the binding. `previous` keys are only used to
 * open and rewrap. Random 96-bit nonces allow 2^32 values per master key (NIST SP 800-38D section 8.3).
 */
export const createSealer = (keys: { current: MasterKey; previous?: readonly MasterKey[] }): Sealer => {
  const [currentId, currentKey] = checkKey(keys.current)
  const masters = new Map([...(keys.previous ?? []).map(checkKey), [currentId, currentKey] as const])
  if (masters.size !== 1 + (keys.previous?.length ?? 0)) throw new TypeError('two master keys have the same id')

  const wrap = (dataKey: Buffer, box: Buffer, binding: Binding): string => {
    const wrapped = encrypt(currentKey, dataKey, keyContext(currentId, binding))
    dataKey.fill(0)
    return `v1.${currentId}.${Buffer.concat([wrapped, box]).toString('base64url')}`
  }

  const unwrap = (sealed: string, binding: Binding): { dataKey: Buffer; box: Buffer } => {
    const { id, wrapped, box } = parse(sealed)
    const master = masters.get(id)
    if (master === undefined) throw new SealedError()
    return { dataKey: orSealedError(() => decrypt(master, wrapped, keyContext(id, binding))), box }
  }

  const openBox = (dataKey: Buffer, box: Buffer, binding: Binding): Buffer =>
    orSealedError(() => decrypt(dataKey, box, textContext(binding)))

  return {
    seal(plain, binding) {
      if (!plain.isWellFormed()) throw new TypeError('a sealed value must be well-formed text')
      const bytes = Buffer.from(plain)
      if (bytes.length > maxPlainBytes) throw new RangeError('a sealed value must have at most 64 KiB')
      const dataKey = randomBytes(keyBytes)
      return wrap(dataKey, encrypt(dataKey, bytes, textContext(binding)), binding)
    },
    open(sealed, binding) {
      const { dataKey, box } = unwrap(sealed, binding)
      const plain = openBox(dataKey, box, binding)
      dataKey.fill(0)
      return plain.toString()
    },
    rewrap(sealed, binding) {
      const { dataKey, box } = unwrap(sealed, binding)
      openBox(dataKey, box, binding).fill(0)
      return wrap(dataKey, box, binding)
    },
    keyFor({ organization, record, field }) {
      const info = frame('probata derived v1', organization, record, field)
      return Buffer.from(hkdfSync('sha256', currentKey, '', info, keyBytes))
    },
  }
}
