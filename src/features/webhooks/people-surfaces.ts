import type { Call } from '#http/call.ts'
import { firstOrNotFound } from '#http/errors.ts'
import { readWebhookRow } from './present.ts'
import { findWebhook } from './queries.ts'

/** Surfaces of operations for people only: administrators may change and read, auditors may read. */
export const changedInProduct = (path: string) =>
  ({ workspace: { path: `/webhooks${path}`, roles: ['admin'] } }) as const

export const readInProduct = (path: string) =>
  ({ workspace: { path: `/webhooks${path}`, roles: ['admin', 'auditor'] } }) as const

/** Reads a webhook and its form. Throws a 404 for unknown, deleted and foreign webhooks. */
export const readWebhook = async ({ read }: Pick<Call, 'read' | 'organizationId'>, id: string) =>
  readWebhookRow(firstOrNotFound(await read(findWebhook, { id }), 'webhook'))
