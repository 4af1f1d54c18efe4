/** Bytes that are read piece by piece: an open file, or a `Blob`. */
export interface Source {
  readonly size: number
  /** Exactly `length` bytes from `offset` on, perhaps in `into`. Throws where the source ends before. */
  read(offset: number, length: number, into?: Uint8Array): Promise<Uint8Array>
}

/** What Node and browsers compute each in their own way; everything else here is plain TypeScript. */
export interface Primitives {
  /** SHA-256 of something small, at once. A text counts as its UTF-8. */
  sha256(data: Uint8Array | string): Uint8Array
  /** SHA-256 and CRC-32 of `size` bytes that come in pieces. A piece is not kept after `update`. */
  digest(size: number): { update(piece: Uint8Array): void; end(): Promise<{ sha256: Uint8Array; crc32: number }> }
  /** Whether `signature` is one by the Ed25519 key of these 32 bytes (RFC 8032). */
  ed25519(key: Uint8Array, message: Uint8Array, signature: Uint8Array): Promise<boolean>
}
