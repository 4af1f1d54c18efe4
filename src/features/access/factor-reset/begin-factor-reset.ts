import { statement } from '#db/statement.ts'
import { system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { refuseBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import { lockFactor } from '#src/features/access/lock-factor.ts'
import { findLoginsAt, type LoginAt } from '#src/features/access/logins/queries.ts'
import { Person } from '#src/features/access/person.ts'
import { deleteSessionsOf, findPerson } from '#src/features/access/queries.ts'
import { delay, factorResetRecords, findOpenReset } from './factor-reset.ts'
import { letterOfBegunReset } from './letters.ts'

interface Asked {
  readonly email: string
  /** The slug of the workspace; required if the address is in several. */
  readonly workspace?: string | undefined
  readonly reason: string
}

export interface StartedReset {
  readonly workspace: string
  readonly personId: string
  readonly dueAt: string
  /** Whether the mail server took the mail to the person. */
  readonly mailed: boolean
}

const findWorkspace = statement(
  'find_workspace_of_login',
  {},
  'select slug, name from organization where id = :organization',
)

type Place = LoginAt & { readonly slug: string; readonly name: string }

const placesOf = async ({ db }: Services, address: string): Promise<Place[]> => {
  const places: Place[] = []
  for (const at of await db.readInstall(findLoginsAt, { address })) {
    const [found] = await db.read(at.organization_id, findWorkspace, {})
    if (found) places.push({ ...at, ...found })
  }
  return places
}

/** Picks the one account that is meant. Throws a sentence for the operator. */
const choosePlace = (places: readonly Place[], { email, workspace }: Asked): Place => {
  const [first, ...more] = places.filter(({ slug }) => workspace === undefined || slug === workspace)
  if (!first) throw new Error(`There is no account ${email}${workspace ? ` in the workspace ${workspace}` : ''}.`)
  if (more.length > 0)
    throw new Error(`${email} is in several workspaces; name one: ${places.map(({ slug }) => slug).join(', ')}.`)
  return first
}

/**
 * Implements `probata account reset-factor`: announces to the workspace that a person's second factor is removed in a
 * day, ends their sessions and mails them. Throws a sentence for the operator.
 */
export const beginFactorReset = async (services: Services, asked: Asked): Promise<StartedReset> => {
  const { db, clock, ids, mail } = services
  const place = choosePlace(await placesOf(services, normalizeEmail(asked.email)), asked)
  const { organization_id: organizationId, subject_id: personId, slug, name: organization } = place
  const call = beginCall(services, system('operator', organizationId), ids.next('req', clock.now()))
  const dueAt = iso(call.now + delay)
  await db.transaction(organizationId, async tx => {
    const ctx = change(call, tx, 'person.begin_factor_reset', asked.reason)
    await lockFactor(ctx, personId)
    await refuseBreakGlass(ctx, personId)
    if ((await tx.query(findOpenReset, { personId })).length > 0)
      throw new Error(`The second factor of ${asked.email} is being removed already.`)
    const rest = { status: 'open', reason: asked.reason, dueAt, endedAt: null } as const
    const { id, record } = factorResetRecords.insert(ctx, { personId, ...rest }, {})
    tx.write(deleteSessionsOf, { personId })
    tx.afterCommit(ctx.identities.forget)
    ctx.audit(id, { after: record, content: {} })
    ctx.audit(personId)
    writeSecurityEvent(ctx, { type: 'factorResetBegun', context: { personId, resourceId: id } })
  })
  const [row] = await db.read(organizationId, findPerson, { id: personId })
  const { name, email } = readRecord(Person, row?.record ?? '{}')
  const mailed = await mail.send(letterOfBegunReset({ name, email, organization, at: dueAt }))
  return { workspace: slug, personId, dueAt, mailed }
}
