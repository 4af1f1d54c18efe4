import { appendFileSync, readFileSync } from 'node:fs'

/** A write that the server acknowledged: 201, with the whole body read. */
export interface Acknowledged {
  readonly kind: 'claim' | 'intent' | 'upload'
  readonly organization: string
  readonly key: string
  /** Of the claim, of the intent, or of the attachment's link. */
  readonly id: string
  readonly claimId: string
  /** SHA-256 of the record as JSON. */
  readonly record: string
  /** SHA-256 of the data sent besides the record: the snapshots of a claim, the bytes of a file. */
  readonly content: string
  readonly artifactId?: string
  readonly claimKey?: string
}

/** The client's own list of acknowledged writes, in a file that the server does not know. */
export interface Ledger {
  append(entry: Acknowledged): void
  read(): Acknowledged[]
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
