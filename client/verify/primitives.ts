/** Bytes that are read piece by piece: an open file, or a `Blob`. */
export interface Source {
  readonly size: number
  /** Reads exactly `length` bytes from `offset`, into `target` if given. Throws if the source ends early. */
  read(offset: number, length: number, target?: Uint8Array): Promise<Uint8Array>
}

/** Operations that Node and browsers implement differently; everything else here is plain TypeScript. */
export interface Primitives {
  /** SHA-256 of a small input, at once. A text counts as its UTF-8. */
  sha256(data: Uint8Array | string): Uint8Array
  /** SHA-256 and CRC-32 of `size` bytes that come in pieces. A piece is not kept after `update`. */
  digest(size: number): { update(piece: Uint8Array): void; end(): Promise<{ sha256: Uint8Array; crc32: number }> }
  /** Whether `signature` is valid for the Ed25519 key of these 32 bytes (RFC 8032). */
  ed25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>
}
