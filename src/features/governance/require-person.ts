import type { Change } from '#api/call.ts'
import { checker, person } from './referred.ts'

const refuseAbsent = checker({ ownerId: person })

/** Throws a 404 where somebody is named as the owner who is not of the workspace. */
export const requirePerson = (change: Change, ownerId: string | null | undefined): Promise<void> =>
  refuseAbsent(change, { ownerId })
