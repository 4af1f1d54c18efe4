import { sentence } from '#lib/sentence.ts'
import type { Streamed } from './answer.ts'
import { Refusal } from './errors.ts'

/** The limit for one caller on one node: such a file costs far more than the one call that the rate limit counts. */
const mostAtOnce = 2

const underWay = new Map<string, number>()

/** Throws a 429 if the caller has reached the limit of files in progress. Returns the function that releases one. */
const begin = (caller: string): (() => void) => {
  const before = underWay.get(caller) ?? 0
  if (before >= mostAtOnce)
    throw new Refusal(
      'rate_limited',
      sentence`file.too_many_at_once: At most ${{ most: mostAtOnce }} files can be created at once; wait for one to finish.`,
      {
        headers: { 'retry-after': '5' },
      },
    )
  underWay.set(caller, before + 1)
  return () => {
    const left = (underWay.get(caller) ?? 1) - 1
    if (left === 0) underWay.delete(caller)
    else underWay.set(caller, left)
  }
}

/** A file made of many records on request. Its slot is free again when its body has ended. */
export const madeFile = async (caller: string, make: () => Promise<Streamed>): Promise<Streamed> => {
  const end = begin(caller)
  try {
    const file = await make()
    file.body.once('close', end)
    return file
  } catch (error) {
    end()
    throw error
  }
}
