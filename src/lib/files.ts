/** Stores small files by their path; writing a file again replaces it. */
export interface Files {
  write(path: string, bytes: Buffer, signal: AbortSignal): Promise<void>
  /** Undefined if the file does not exist. */
  read(path: string, signal: AbortSignal): Promise<Buffer | undefined>
}
