import type { LicensePlace } from '#api/entitlement.ts'
import type { Configured } from './license-commands.ts'
import { findStanding } from './queries.ts'
import { readLicense } from './read-license.ts'
import { type ShownLicense, showLicense, showStanding } from './show-license.ts'

/** A license before it is put in place. */
export const lookAtFile = async (place: LicensePlace): Promise<ShownLicense> =>
  showLicense(await readLicense(place), Date.now())

const standingIn = async (database: Configured['database']) => {
  await using db = await database()
  const [standing] = await db.readInstall(findStanding, {})
  return standing
}

/** The configured license, and what the server made of it. */
export const lookAtInstalled = async ({ file, key, database }: Configured): Promise<ShownLicense> => {
  const shown = showLicense(await readLicense(file === undefined ? undefined : { file, key }), Date.now())
  return showStanding(shown, await standingIn(database).catch(() => undefined))
}
