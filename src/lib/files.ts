/** Stores small files by path; writing to an existing path replaces the file. */
export interface Files {
  write(path: string, bytes: Buffer, signal: AbortSignal): Promise<void>
  /** Returns undefined if the file does not exist. */
  read(path: string, signal: AbortSignal): Promise<Buffer | undefined>
}
