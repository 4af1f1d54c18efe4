/** Something that keeps small files by their path; one that is written again is replaced. */
export interface Files {
  write(path: string, bytes: Buffer, signal: AbortSignal): Promise<void>
  /** Undefined where there is none. */
  read(path: string, signal: AbortSignal): Promise<Buffer | undefined>
}
