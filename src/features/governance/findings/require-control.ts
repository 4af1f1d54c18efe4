import type { Change } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { findFindingControl } from './queries.ts'

/** Throws a 404 if the workspace does not have the named control. */
export const requireControl = async ({ read }: Change, id: string | null | undefined): Promise<void> => {
  if (typeof id === 'string') firstOrNotFound(await read(findFindingControl, { id }), 'control')
}
