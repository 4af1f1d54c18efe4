import { sentence } from '#lib/sentence.ts'
import { Refusal } from './errors.ts'
import type { Streamed } from './rendered.ts'

/** The limit per caller and node: creating a file costs far more than the one call that the rate limit counts. */
const maxAtOnce = 2

const filesInProgress = new Map<string, number>()

/** Takes a slot and returns the function that releases it. Throws a 429 if the caller has used all slots. */
const takeSlot = (caller: string): (() => void) => {
  const count = filesInProgress.get(caller) ?? 0
  if (count >= maxAtOnce)
    throw new Refusal(
      'rate_limited',
      sentence`file.too_many_at_once: At most ${{ most: maxAtOnce }} files can be created at once; wait for one to finish.`,
      {
        headers: { 'retry-after': '5' },
      },
    )
  filesInProgress.set(caller, count + 1)
  return () => {
    const remaining = (filesInProgress.get(caller) ?? 1) - 1
    if (remaining === 0) filesInProgress.delete(caller)
    else filesInProgress.set(caller, remaining)
  }
}

/** Creates a file from many records, in a slot that is released when the body ends. */
export const createFileInSlot = async (caller: string, make: () => Promise<Streamed>): Promise<Streamed> => {
  const release = takeSlot(caller)
  try {
    const file = await make()
    file.body.once('close', release)
    return file
  } catch (error) {
    release()
    throw error
  }
}
