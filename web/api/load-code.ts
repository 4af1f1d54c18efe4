import { isGatewayStatus } from './gateway.ts'
import { untilReached } from './reach.ts'

const maxTries = 3
const pauseMs = 500

/** A file of this build that the server no longer has, usually after an upgrade. Only reloading the document helps. */
export class ReplacedCode extends Error {
  constructor(cause: unknown) {
    super('A file of this version of the app no longer exists.', { cause })
    this.name = 'ReplacedCode'
  }
}

// The messages of Chromium, Firefox and Safari for code that did not load. Errors that the code itself throws have
// other messages.
const loadFailure = /dynamically imported module|module script failed|preload CSS/i

type Cause = 'outage' | 'absent' | 'unknown'

/** Requests the file itself, to distinguish an outage from a file that the server no longer has. */
const findCause = async ({ message }: Error): Promise<Cause> => {
  const [address = '/'] = /https?:\S+/.exec(message) ?? []
  const response = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (!response || isGatewayStatus(response.status)) return 'outage'
  return response.status === 404 ? 'absent' : 'unknown'
}

/**
 * Imports code. During an outage, waits until the server responds. Throws `ReplacedCode` if the server responds but the
 * file is absent. Rethrows errors of the code itself.
 */
export const loadCode = async <T>(load: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await load()
    } catch (error) {
      if (!(error instanceof Error && loadFailure.test(error.message))) throw error
      const cause = await findCause(error)
      if (cause === 'absent' || (cause === 'unknown' && tries >= maxTries)) throw new ReplacedCode(error)
      await (cause === 'outage' ? untilReached() : new Promise(done => setTimeout(done, pauseMs)))
    }
  }
}
