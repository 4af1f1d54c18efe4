import { StoreProblem } from './object-store.ts'

/** A key that seals files. */
export interface DataKey {
  /** `stk_`: the id in the row of a sealed object. */
  readonly id: string
  /** 32 bytes, owned by the caller: use them at once, and overwrite them (`fill(0)`) afterwards. */
  readonly key: Buffer
}

/** The key service is unreachable or rejects the request; the code says why. */
export class KeyUnavailable extends StoreProblem {}

/** The key was destroyed, or never existed: files sealed with it stay closed for ever. */
export class KeyMissing extends StoreProblem {
  constructor() {
    super('missing')
  }
}

/** Whether an error is about a key: then the store with the sealed bytes is not at fault. */
export const isOfKey = (error: unknown): boolean => error instanceof KeyUnavailable || error instanceof KeyMissing

/** The keys of each organization, unwrapped. Do not call it inside a transaction. */
export interface DataKeys extends Disposable {
  /** The key for new files; created on first use. @throws KeyUnavailable */
  current(organizationId: string): Promise<DataKey>
  /** The key of a sealed file. @throws KeyUnavailable, KeyMissing */
  byId(organizationId: string, id: string): Promise<DataKey>
  /** Asks the key service, bypassing the cache, whether the keys are available; returns whether they are. */
  check(organizationId: string): Promise<boolean>
  /** Asks the key service again at the next use, because the settings have changed. */
  forget(organizationId: string): void
}
