import type { Change } from '#api/call.ts'
import { oneOr404 } from '#api/errors.ts'
import { findControl } from './queries.ts'

/** Throws a 404 where a control is named that the workspace does not have. */
export const requireControl = async ({ read }: Change, id: string | null | undefined): Promise<void> => {
  if (typeof id === 'string') oneOr404(await read(findControl, { id }), 'control')
}
