import type { Change } from '#http/call.ts'
import { checker, person } from './referred.ts'

const refuseAbsent = checker({ ownerId: person })

/** Throws a 404 if the named owner does not belong to the workspace. */
export const requirePerson = (change: Change, ownerId: string | null | undefined): Promise<void> =>
  refuseAbsent(change, { ownerId })
