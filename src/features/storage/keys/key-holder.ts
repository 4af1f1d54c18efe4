/** A holder that wraps the 32 bytes of a key, so that they open only with its consent. Throws StoreProblem. */
export interface KeyHolder {
  wrap(key: Buffer): Promise<string>
  unwrap(wrapped: string): Promise<Buffer>
  /** Renews its own credentials before they expire. */
  keepAlive?(): Promise<void>
}
