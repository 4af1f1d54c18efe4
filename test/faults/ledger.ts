import { appendFileSync, readFileSync } from 'node:fs'

/** A write that the server acknowledged with 201 in a response that was read completely. */
export interface AcknowledgedWrite {
  readonly kind: 'claim' | 'intent' | 'upload'
  readonly organization: string
  readonly key: string
  /** The id of the claim, of the intent, or of the attachment's link. */
  readonly id: string
  readonly claimId: string
  /** The SHA-256 of the record as JSON. */
  readonly record: string
  /** The SHA-256 of the data that was sent in addition to the record: a claim's snapshots, or a file's bytes. */
  readonly content: string
  readonly artifactId?: string
  readonly claimKey?: string
}

/** The clients' own list of acknowledged writes, in a file that the server does not know about. */
export interface Ledger {
  append(entry: AcknowledgedWrite): void
  read(): AcknowledgedWrite[]
}

export const openLedger = (path: string): Ledger => {
  appendFileSync(path, '')
  return {
    append: entry => appendFileSync(path, `${JSON.stringify(entry)}\n`),
    read: () =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(line => line !== '')
        .map(line => JSON.parse(line)),
  }
}
