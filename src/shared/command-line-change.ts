import { userInfo } from 'node:os'
import type { Database } from '#db/database.ts'
import { system } from '#http/access.ts'
import { writeAuditEvent } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import type { Clock } from '#lib/clock.ts'
import type { Ids } from '#lib/ids.ts'

/** The context of a change from the command line: the part of a `Change` that needs no server. */
export type CommandLineChange = Pick<Change, 'tx' | 'ids' | 'now' | 'audit'>

interface OrderServices {
  readonly db: Database
  readonly ids: Ids
  readonly clock: Clock
}

interface OrderOptions {
  readonly organizationId: string
  /** The action in the audit trail. */
  readonly action: string
  readonly reason: string
  /** The request id in audit rows; by default a new one. */
  readonly requestId?: string
}

// In a container, the user may have a numeric id without a name.
export const currentUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/**
 * Executes a change from the command line, in a transaction of the workspace. The trail names the command line and the
 * operating system account that ran it.
 */
export const order = <T>(
  { db, ids, clock }: OrderServices,
  { organizationId, action, reason, requestId }: OrderOptions,
  work: (ordered: CommandLineChange) => Promise<T> | T,
): Promise<T> => {
  const now = clock.now()
  const actor = system('command-line', organizationId)
  const audited = { actor, requestId: requestId ?? ids.next('req', now), ids, now }
  return db.transaction(organizationId, tx => {
    const audit: Change['audit'] = (resourceId, row) => {
      const detail = [row?.detail, `operating system account ${currentUser()}`].filter(Boolean).join('; ')
      writeAuditEvent(audited, tx, resourceId, { action, reason, ...row, detail })
    }
    return work({ tx, ids, now, audit })
  })
}
