/** Wraps keys of 32 bytes, so that only this holder can unwrap them. Throws StoreProblem. */
export interface KeyHolder {
  wrap(key: Buffer): Promise<string>
  unwrap(wrapped: string): Promise<Buffer>
  /** Renews its own credentials before they expire. */
  keepAlive?(): Promise<void>
}
