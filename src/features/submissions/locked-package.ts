import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { lockPackage, type PackageRow } from './queries.ts'

/** Locks and returns the package. Throws a 404 if it is unknown or belongs to another workspace. */
export const getLockedPackage = async ({ tx }: Change, id: string): Promise<PackageRow> =>
  firstOrNotFound(await tx.query(lockPackage, { id }), 'submission package')
