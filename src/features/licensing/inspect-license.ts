import { findInstallation, installationOf } from '#db/installation.ts'
import type { LicenseLocation } from '#http/call.ts'
import type { LicenseConfig } from './license-commands.ts'
import { findLicenseStatus, type LicenseStatusRow } from './queries.ts'
import { readLicense } from './read-license.ts'
import { type LicenseReport, showLicense, showLicenseStatus } from './show-license.ts'

interface ServerState {
  readonly installId?: string
  readonly status?: LicenseStatusRow | undefined
}

/** Reads the license status from the install's database; empty without a database. */
const readServerState = async (database: LicenseConfig['database']): Promise<ServerState> => {
  try {
    await using db = await database()
    const { id: installId } = installationOf(await db.readInstall(findInstallation, {}))
    const [status] = await db.readInstall(findLicenseStatus, {})
    return { installId, status }
  } catch {
    return {}
  }
}

/** Checks a license before it is installed. Checks its binding to the install if the database is available. */
export const inspectLicenseFile = async (
  location: LicenseLocation,
  database: LicenseConfig['database'],
): Promise<LicenseReport> => {
  const { installId } = await readServerState(database)
  return showLicense(await readLicense(location, installId), Date.now())
}

/** Checks the configured license and adds the server's result. */
export const inspectInstalledLicense = async ({ file, key, database }: LicenseConfig): Promise<LicenseReport> => {
  const { installId, status } = await readServerState(database)
  const configured = await readLicense(file === undefined ? undefined : { file, key }, installId)
  return showLicenseStatus(showLicense(configured, Date.now()), status, installId)
}
