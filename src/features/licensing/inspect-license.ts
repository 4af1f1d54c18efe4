import { findInstallation, installationOf } from '#db/installation.ts'
import type { LicensePlace } from '#http/call.ts'
import type { Configured } from './license-commands.ts'
import { findStanding, type LicenseStatusRow } from './queries.ts'
import { readLicense } from './read-license.ts'
import { type ShownLicense, showLicense, showLicenseStatus } from './show-license.ts'

interface Server {
  readonly installId?: string
  readonly standing?: LicenseStatusRow | undefined
}

/** Reads the license status from the install's database; empty without a database. */
const serverIn = async (database: Configured['database']): Promise<Server> => {
  try {
    await using db = await database()
    const { id: installId } = installationOf(await db.readInstall(findInstallation, {}))
    const [standing] = await db.readInstall(findStanding, {})
    return { installId, standing }
  } catch {
    return {}
  }
}

/** Checks a license before it is installed. Checks its binding to the install if the database is available. */
export const inspectLicenseFile = async (
  place: LicensePlace,
  database: Configured['database'],
): Promise<ShownLicense> => {
  const { installId } = await serverIn(database)
  return showLicense(await readLicense(place, installId), Date.now())
}

/** Checks the configured license and adds the server's result. */
export const inspectInstalledLicense = async ({ file, key, database }: Configured): Promise<ShownLicense> => {
  const { installId, standing } = await serverIn(database)
  const reading = await readLicense(file === undefined ? undefined : { file, key }, installId)
  return showLicenseStatus(showLicense(reading, Date.now()), standing, installId)
}
