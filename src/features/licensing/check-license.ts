import type { Check } from '#api/check.ts'
import { type LicenseState, licenseProblems } from './license.ts'
import { findStanding } from './queries.ts'

const good: ReadonlySet<LicenseState> = new Set(['community', 'valid', 'expiring'])

/** What the server made of its license. */
export const licenseCheck: Check = {
  name: 'license',
  async *look({ db }) {
    const [standing] = await db.readInstall(findStanding, {})
    const { state = 'community', problem = null } = standing ?? {}
    const isGood = good.has(state) && problem === null
    const why = problem === null ? '' : ` ${licenseProblems[problem]}`
    const next = isGood ? '' : ' `npx probata license show` says more.'
    yield {
      what: state,
      good: isGood,
      says: `${isGood ? 'it holds.' : 'it does not hold, or not for long.'}${why}${next}`,
    }
  },
}
