import { userInfo } from 'node:os'
import type { Database } from '#db/database.ts'
import { system } from '#http/access.ts'
import { writeAuditEvent } from '#http/audit.ts'
import type { Change } from '#http/call.ts'
import type { Clock } from '#lib/clock.ts'
import type { Ids } from '#lib/ids.ts'

/** The context in which a command changes a workspace: the part of a mutation that needs no server. */
export type Ordered = Pick<Change, 'tx' | 'ids' | 'now' | 'audit'>

interface Needs {
  readonly db: Database
  readonly ids: Ids
  readonly clock: Clock
}

interface Order {
  readonly organizationId: string
  /** The action in the audit trail. */
  readonly action: string
  readonly reason: string
  /** The value in audit rows instead of a request id. */
  readonly requestId?: string
}

// A container may run under a number without a name.
export const currentUser = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}

/**
 * Executes an order from the command line in a transaction of the workspace. The trail names the command line and the
 * operating system account that called it.
 */
export const order = <T>(
  { db, ids, clock }: Needs,
  { organizationId, action, reason, requestId }: Order,
  work: (ordered: Ordered) => Promise<T> | T,
): Promise<T> => {
  const now = clock.now()
  const actor = system('command-line', organizationId)
  const audited = { actor, requestId: requestId ?? ids.next('req', now), ids, now }
  return db.transaction(organizationId, tx => {
    const audit: Change['audit'] = (resourceId, said) => {
      const detail = [said?.detail, `operating system account ${currentUser()}`].filter(Boolean).join('; ')
      writeAuditEvent(audited, tx, resourceId, { action, reason, ...said, detail })
    }
    return work({ tx, ids, now, audit })
  })
}
