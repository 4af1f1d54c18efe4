import type { Change } from '#api/call.ts'
import { oneOr404 } from '#api/errors.ts'
import { lockPackage, type PackageRow } from './queries.ts'

/** The package under its row lock. Throws the 404 of one that is unknown or foreign. */
export const lockedPackage = async ({ tx }: Change, id: string): Promise<PackageRow> =>
  oneOr404(await tx.query(lockPackage, { id }), 'submission package')
