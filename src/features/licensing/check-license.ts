import type { Check } from '#shared/check.ts'
import { type LicenseState, licenseProblems } from './license.ts'
import { findLicenseStatus } from './queries.ts'

const goodStates: ReadonlySet<LicenseState> = new Set(['community', 'valid', 'expiring'])

/** Reports the result of the server's last license check. */
export const licenseCheck: Check = {
  name: 'license',
  async *run({ db }) {
    const [status] = await db.readInstall(findLicenseStatus, {})
    const { state = 'community', problem = null } = status ?? {}
    const isGood = goodStates.has(state) && problem === null
    const explanation = problem === null ? '' : ` ${licenseProblems[problem]}`
    const hint = isGood ? '' : ' `npx probata license show` has details.'
    yield {
      subject: state,
      isOk: isGood,
      message: `${isGood ? 'it is valid.' : 'it is not valid, or not for long.'}${explanation}${hint}`,
    }
  },
}
