import { StoreProblem } from './object-store.ts'

/** A key that encrypts files. */
export interface DataKey {
  /** The id, prefix `stk_`, which the row of an encrypted object contains. */
  readonly id: string
  /** 32 bytes. The caller must use them at once and then overwrite them (`fill(0)`). */
  readonly key: Buffer
}

/** The key service is unreachable or rejects the request; the code says why. */
export class KeyUnavailable extends StoreProblem {}

/** The key was destroyed, or never existed: files encrypted with it can never be opened. */
export class KeyMissing extends StoreProblem {
  constructor() {
    super('missing')
  }
}

/** Whether an error is caused by a key, not by the store of the encrypted bytes. */
export const isKeyError = (error: unknown): boolean => error instanceof KeyUnavailable || error instanceof KeyMissing

/** The unwrapped keys of each organization. Must not be used inside a transaction. */
export interface DataKeys extends Disposable {
  /** Returns the key for new files, and creates it on first use. @throws KeyUnavailable */
  current(organizationId: string): Promise<DataKey>
  /** Returns the key of an encrypted file. @throws KeyUnavailable, KeyMissing */
  byId(organizationId: string, id: string): Promise<DataKey>
  /** Checks with the key service, bypassing the cache, whether the keys are available. */
  check(organizationId: string): Promise<boolean>
  /** Drops cached keys because the settings have changed, so that the next use queries the key service. */
  forget(organizationId: string): void
}
