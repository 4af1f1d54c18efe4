/** A source of bytes that is read piece by piece, such as an open file or a `Blob`. */
export interface Source {
  readonly size: number
  /** Reads exactly `length` bytes from `offset`, into `target` if given. Throws if the source ends early. */
  read(offset: number, length: number, target?: Uint8Array): Promise<Uint8Array>
}

/** The operations that Node and browsers implement differently. All other code of the verifier is plain TypeScript. */
export interface Primitives {
  /** Returns the SHA-256 of bytes, or of the UTF-8 of a text. Synchronous, for small inputs. */
  sha256(data: Uint8Array | string): Uint8Array
  /** Computes the SHA-256 and CRC-32 of `size` bytes that arrive in pieces. Does not keep a piece after `update`. */
  digest(size: number): { update(piece: Uint8Array): void; end(): Promise<{ sha256: Uint8Array; crc32: number }> }
  /** Whether `signature` is valid for an Ed25519 key of 32 bytes (RFC 8032). */
  ed25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>
}
