import { sentenceOf } from '#lib/error-digest.ts'
import type { Check } from '#shared/check.ts'

/** Checks whether the malware scanner responds, if one is configured. */
export const scannerCheck: Check = {
  name: 'malware scanner',
  async *look({ malwareScanner }) {
    try {
      const version = await malwareScanner.version()
      if (version !== undefined) yield { what: 'answer', good: true, says: version }
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
      yield { what: 'answer', good: false, says: `${sentenceOf(cause)}; every upload gets a 503` }
    }
  },
}
