import type { CountersLab } from './lab.ts'

/** One kind of work. */
export interface Work {
  readonly name: string
  /** The number of acts in a round, 5 by default. Work that handles everything that is waiting needs fewer. */
  readonly times?: number
  /** Prepares the work, which is not counted. Returns a function that does it and returns the bytes of the responses. */
  prepare(lab: CountersLab): Promise<() => Promise<number>> | (() => Promise<number>)
}

export const evidence = '/api/v1/governance/evidence'

/** Work that does not respond to a request. */
export const withoutAnswer = (work: () => Promise<unknown>) => async (): Promise<number> => {
  await work()
  return 0
}

let lastNumber = 0
/** A number that was not used before, always with the same number of digits. */
export const uniqueNumber = (): string => String(++lastNumber).padStart(6, '0')
