import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import { BlobCorrupt } from './blob-store.ts'

/** The key and the identity of an object. Bytes that were sealed for another object cannot be opened. */
export interface ObjectSecret {
  /** 32 bytes, used only while the cipher is created. */
  readonly dataKey: Buffer
  readonly organizationId: string
  readonly objectKey: string
}

/** The length of the tag of each chunk. */
export const TAG_BYTES = 16

/** The offset of the 32 bytes of salt at the end of the header. */
export const SALT_AT = 8

const algorithm = 'aes-256-gcm'
const options = { authTagLength: TAG_BYTES }
const keyBytes = 32
const prefixBytes = 7
const noBytes = Buffer.alloc(0)

/** Seals and opens the chunks of one object (STREAM, Hoang, Reyhanitabar, Rogaway and Vizár 2015). */
export class ObjectCipher {
  readonly #key: Buffer
  readonly #nonce = Buffer.alloc(12)
  readonly #header: Buffer

  constructor({ dataKey, organizationId, objectKey }: ObjectSecret, header: Buffer) {
    // Rejects a wiped key, because anyone could open bytes that were sealed with zeros.
    if (dataKey.length !== keyBytes || dataKey.every(byte => byte === 0)) throw new TypeError('not a data key')
    const info = `probata blob v1 ${organizationId}/${objectKey}`
    const derived = Buffer.from(hkdfSync('sha256', dataKey, header.subarray(SALT_AT), info, keyBytes + prefixBytes))
    this.#key = derived.subarray(0, keyBytes)
    derived.copy(this.#nonce, 0, keyBytes)
    this.#header = header
  }

  seal(index: number, isLast: boolean, plain: Buffer): Buffer[] {
    const cipher = createCipheriv(algorithm, this.#key, this.#nonceOf(index, isLast), options).setAAD(
      this.#additionalData(index),
    )
    const sealed = cipher.update(plain)
    cipher.final()
    return [sealed, cipher.getAuthTag()]
  }

  open(index: number, isLast: boolean, sealed: Buffer): Buffer {
    const decipher = createDecipheriv(algorithm, this.#key, this.#nonceOf(index, isLast), options)
    decipher.setAAD(this.#additionalData(index)).setAuthTag(sealed.subarray(-TAG_BYTES))
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES))
    try {
      decipher.final()
    } catch {
      throw new BlobCorrupt()
    }
    return plain
  }

  #nonceOf(index: number, isLast: boolean): Buffer {
    this.#nonce.writeUInt32BE(index, prefixBytes)
    this.#nonce[11] = isLast ? 1 : 0
    return this.#nonce
  }

  #additionalData(index: number): Buffer {
    return index === 0 ? this.#header : noBytes
  }
}
