import { install, type Transaction } from '#db/database.ts'
import { asActor, system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { findOperating } from './queries.ts'

/** Who creates or closes a sample: the operator at the command line, or an administrator of the sample. */
export interface SampleActor {
  /** The person; the operator if absent. */
  readonly personId?: string
  /** The name that the trail records, because the person is deleted with the sample. */
  readonly name: string
  readonly reason: string
}

/**
 * Runs a transaction that ends with an audit row outside the sample: in the trail of the organization that operates the
 * install, or in that of the install if none does. `work` returns whether it changed anything; if not, no row is
 * written.
 */
export const inOperatingTrail = async (
  services: Services,
  { personId, name, reason }: SampleActor,
  { action, sample }: { readonly action: string; readonly sample: { readonly id: string; readonly name: string } },
  work: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> => {
  const { db, ids, clock } = services
  const [operating] = await db.readInstall(findOperating, {})
  const organizationId = operating?.id ?? install
  const actor =
    personId === undefined
      ? system('operator', organizationId)
      : asActor({ kind: 'person', id: personId, organizationId } as const)
  const call = beginCall(services, actor, ids.next('req', clock.now()))
  return db.transaction(organizationId, async tx => {
    if (!(await work(tx))) return false
    change(call, tx, action, reason).audit(sample.id, { detail: `${sample.name}, by ${name}` })
    return true
  })
}
