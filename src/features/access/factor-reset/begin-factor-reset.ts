import { statement } from '#db/statement.ts'
import { system } from '#http/access.ts'
import { beginCall, change, type Services } from '#http/call.ts'
import { readRecord } from '#http/record.ts'
import { iso } from '#lib/clock.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { rejectBreakGlass } from '#src/features/access/forced-sign-on/break-glass.ts'
import { lockFactor } from '#src/features/access/lock-factor.ts'
import { findLoginsAt, type LoginAt } from '#src/features/access/logins/queries.ts'
import { Person } from '#src/features/access/person.ts'
import { deleteSessionsOf, findPerson } from '#src/features/access/queries.ts'
import { factorResetDelay, factorResetRecords, findOpenReset } from './factor-reset.ts'
import { letterForStartedReset } from './letters.ts'

interface FactorResetInput {
  readonly email: string
  /** The slug of the workspace; required if the address is in several. */
  readonly workspace?: string | undefined
  readonly reason: string
}

export interface StartedReset {
  readonly workspace: string
  readonly personId: string
  readonly dueAt: string
  /** Whether the mail server accepted the mail to the person. */
  readonly mailed: boolean
}

const findWorkspace = statement(
  'find_workspace_of_login',
  {},
  'select slug, name, sample from organization where id = :organization',
)

type Account = LoginAt & { readonly slug: string; readonly name: string; readonly sample: boolean }

const findAccounts = async ({ db }: Services, address: string): Promise<Account[]> => {
  const accounts: Account[] = []
  for (const login of await db.readInstall(findLoginsAt, { address })) {
    const [workspace] = await db.read(login.organization_id, findWorkspace, {})
    if (workspace) accounts.push({ ...login, ...workspace })
  }
  return accounts
}

/** Picks the account of a workspace. Throws an error that the operator can read. */
const chooseAccount = (accounts: readonly Account[], { email, workspace }: FactorResetInput): Account => {
  const [first, ...more] = accounts.filter(({ slug }) => workspace === undefined || slug === workspace)
  if (!first) throw new Error(`There is no account ${email}${workspace ? ` in the workspace ${workspace}` : ''}.`)
  if (more.length > 0)
    throw new Error(`${email} is in several workspaces; name one: ${accounts.map(({ slug }) => slug).join(', ')}.`)
  return first
}

/**
 * Implements `probata account reset-factor`: announces in the workspace that a person's second factor will be removed
 * in a day, ends their sessions and mails them. Throws an error that the operator can read.
 */
export const beginFactorReset = async (services: Services, input: FactorResetInput): Promise<StartedReset> => {
  const { db, clock, ids, mail } = services
  const account = chooseAccount(await findAccounts(services, normalizeEmail(input.email)), input)
  const { organization_id: organizationId, subject_id: personId, slug, name: organization, sample } = account
  const call = beginCall(services, system('operator', organizationId), ids.next('req', clock.now()))
  const dueAt = iso(call.now + factorResetDelay)
  await db.transaction(organizationId, async tx => {
    const ctx = change(call, tx, 'person.begin_factor_reset', input.reason)
    await lockFactor(ctx, personId)
    await rejectBreakGlass(ctx, personId)
    if ((await tx.query(findOpenReset, { personId })).length > 0)
      throw new Error(`The second factor of ${input.email} is being removed already.`)
    const fields = { status: 'open', reason: input.reason, dueAt, endedAt: null } as const
    const { id, record } = factorResetRecords.insert(ctx, { personId, ...fields }, {})
    tx.write(deleteSessionsOf, { personId })
    tx.afterCommit(ctx.identities.forget)
    ctx.audit(id, { after: record, content: {} })
    ctx.audit(personId)
    writeSecurityEvent(ctx, { type: 'factorResetBegun', context: { personId, resourceId: id } })
  })
  const [row] = await db.read(organizationId, findPerson, { id: personId })
  const { name, email } = readRecord(Person, row?.record ?? '{}')
  const mailed = !sample && (await mail.send(letterForStartedReset({ name, email, organization, at: dueAt })))
  return { workspace: slug, personId, dueAt, mailed }
}
