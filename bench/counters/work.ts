import type { CountersLab } from './lab.ts'

/** One kind of work. */
export interface Work {
  readonly name: string
  /** How often it is done in a round, where not five times: for work that handles everything that waits at once. */
  readonly times?: number
  /** Makes what the work needs, which is not counted, and returns the work; it returns the bytes of the answers. */
  prepare(lab: CountersLab): Promise<() => Promise<number>> | (() => Promise<number>)
}

export const evidence = '/api/v1/governance/evidence'

/** Work that answers no request. */
export const withoutAnswer = (work: () => Promise<unknown>) => async (): Promise<number> => {
  await work()
  return 0
}

let made = 0
/** A number that was not used before, always of as many digits. */
export const fresh = (): string => String(++made).padStart(6, '0')
