import type { CountersLab } from './lab.ts'

/** One kind of work. */
export interface Work {
  readonly name: string
  /** The number of acts in a round, 5 by default. Work that processes all waiting items at once sets fewer. */
  readonly times?: number
  /**
   * Prepares the work; the preparation is not counted. The returned function does the work and returns the size of the
   * responses in bytes.
   */
  prepare(lab: CountersLab): Promise<() => Promise<number>> | (() => Promise<number>)
}

export const evidence = '/api/v1/governance/evidence'

/** Wraps work that sends no response, so that it counts no bytes. */
export const withoutAnswer = (work: () => Promise<unknown>) => async (): Promise<number> => {
  await work()
  return 0
}

let lastNumber = 0
/** Returns a number that was not used before. All numbers have the same number of digits. */
export const uniqueNumber = (): string => String(++lastNumber).padStart(6, '0')
