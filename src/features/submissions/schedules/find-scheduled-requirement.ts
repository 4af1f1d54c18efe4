import type { Call } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { findSchedulePlan } from './queries.ts'

/** Throws a 404 if the requirement is unknown, or belongs to another workspace or unit. */
export const findScheduledRequirement = async (call: Call, { requirementId: id }: { readonly requirementId: string }) =>
  firstOrNotFound(await call.read(findSchedulePlan, { id }), 'submission requirement')
