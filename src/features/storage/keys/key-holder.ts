/** Whoever wraps the 32 bytes of a key, so that they open only with its consent. Throws StoreProblem. */
export interface KeyHolder {
  wrap(key: Buffer): Promise<string>
  unwrap(wrapped: string): Promise<Buffer>
  /** Keeps its own credentials from expiring. */
  keepAlive?(): Promise<void>
}
