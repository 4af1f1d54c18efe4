import { sentenceOf } from '#lib/error-digest.ts'
import type { Check } from '#shared/check.ts'

/** Checks whether the malware scanner responds, if one is configured. */
export const scannerCheck: Check = {
  name: 'malware scanner',
  async *run({ malwareScanner }) {
    try {
      const version = await malwareScanner.version()
      if (version !== undefined) yield { subject: 'answer', isOk: true, message: version }
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
      yield { subject: 'answer', isOk: false, message: `${sentenceOf(cause)}; every upload gets a 503` }
    }
  },
}
