import { StoreProblem } from './object-store.ts'

/** A key that files are sealed with. */
export interface DataKey {
  /** `stk_`: what the row of a sealed object names. */
  readonly id: string
  /** 32 bytes, of the caller's own: to be used at once, and overwritten (`fill(0)`) afterwards. */
  readonly key: Buffer
}

/** Whoever holds the key cannot be asked now, or refuses; the code says why. */
export class KeyUnavailable extends StoreProblem {}

/** The key was destroyed, or never was: what it sealed stays closed for ever. */
export class KeyMissing extends StoreProblem {
  constructor() {
    super('missing')
  }
}

/** Whether an error is about a key: the store that has the sealed bytes is not at fault. */
export const isOfKey = (error: unknown): boolean => error instanceof KeyUnavailable || error instanceof KeyMissing

/** The keys of each organization, unwrapped. Not to be called inside a transaction. */
export interface DataKeys extends Disposable {
  /** What new files are sealed with; made when it is first asked for. @throws KeyUnavailable */
  current(organizationId: string): Promise<DataKey>
  /** What a file was sealed with. @throws KeyUnavailable, KeyMissing */
  byId(organizationId: string, id: string): Promise<DataKey>
  /** Asks whoever holds the keys whether they can be had, past what is in memory; says whether they can. */
  check(organizationId: string): Promise<boolean>
  /** Asks again at the next use, because the settings have changed. */
  forget(organizationId: string): void
}
