import type { Check } from '#shared/check.ts'
import { type LicenseState, licenseProblems } from './license.ts'
import { findStanding } from './queries.ts'

const good: ReadonlySet<LicenseState> = new Set(['community', 'valid', 'expiring'])

/** Reports the result of the server's last license check. */
export const licenseCheck: Check = {
  name: 'license',
  async *look({ db }) {
    const [standing] = await db.readInstall(findStanding, {})
    const { state = 'community', problem = null } = standing ?? {}
    const isGood = good.has(state) && problem === null
    const why = problem === null ? '' : ` ${licenseProblems[problem]}`
    const next = isGood ? '' : ' `npx probata license show` has details.'
    yield {
      what: state,
      good: isGood,
      says: `${isGood ? 'it is valid.' : 'it is not valid, or not for long.'}${why}${next}`,
    }
  },
}
