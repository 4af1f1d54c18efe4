/** The state of something that the process depends on: `ok`, or what is wrong with it. */
export interface Part {
  readonly state: string
  /** SQLSTATE, or a system error code. */
  readonly code?: string
  readonly version?: string
  readonly path?: string
  readonly freeBytes?: number
  /** Names of jobs. */
  readonly jobs?: readonly string[]
}

/** What a change needs. */
export interface Needed {
  readonly database: Part
  readonly storage: Part
}

/** Checks whether changes can be made, on connections of its own; logs what has changed. */
export interface Health {
  /** Within 4 s. Never rejects. */
  look(): Promise<Needed>
  /** Of the others, too. */
  lookAtAll(): Promise<Needed & { readonly redis: Part; readonly jobs: Part }>
}

/** Whether all of them are well. */
export const isWell = (parts: Needed): boolean => Object.values(parts).every(({ state }) => state === 'ok')
