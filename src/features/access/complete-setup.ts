import { Type } from 'typebox'
import { currentRow } from '#family/bound.ts'
import { asActor } from '#http/access.ts'
import type { Change } from '#http/call.ts'
import { commitEndpoint } from '#http/endpoint.ts'
import { Line } from '#http/schema.ts'
import { iso } from '#lib/clock.ts'
import { sha256Hex } from '#lib/hash.ts'
import { sentence } from '#lib/sentence.ts'
import { normalizeEmail } from '#shared/email-address.ts'
import { boundOrganization, requireTimeZone, TimeZone } from '#shared/settings.ts'
import { addLogin, hashPasswordFor } from './logins/login.ts'
import { SetupToken, setupRefusal, usedSetupLink } from './look-at-setup.ts'
import { NewPassword, rejectGuessablePassword } from './new-password.ts'
import { openSession } from './open-session.ts'
import { NewPersonInput, newPerson, PersonInput, renderPerson } from './person.ts'
import { insertPerson, organizationOfSetupLink, setNameAndTimeZone, useSetupLink } from './queries.ts'
import { Session } from './session.ts'
import { watchPerson } from './watched-changes.ts'

/** Stores the workspace's name and time zone, if the form has them, and records the change. */
const nameWorkspace = async (
  { tx, audit }: Pick<Change, 'tx' | 'audit'>,
  organizationId: string,
  { workspaceName, timeZone }: { workspaceName?: string; timeZone?: string },
): Promise<void> => {
  if (workspaceName === undefined && timeZone === undefined) return
  tx.write(setNameAndTimeZone, { name: workspaceName ?? null, timeZone: timeZone ?? null })
  const { content } = await currentRow(tx, boundOrganization, organizationId)
  audit(organizationId, { action: 'workspace.settings', content, detail: 'setup link' })
}

/** At the first start, the person who uses the setup link becomes administrator of the first organization. */
export const completeSetup = commitEndpoint({
  name: 'completeSetup',
  summary: 'Create the first administrator with the one-time setup link, and sign in',
  tag: 'Session',
  method: 'POST',
  workspace: { path: '/setup', roles: 'public' },
  status: 201,
  action: 'setup.complete',
  reason: false,
  body: Type.Object(
    {
      token: SetupToken,
      email: NewPersonInput.email,
      name: PersonInput.name,
      password: NewPassword,
      workspaceName: Type.Optional(
        Line(200, 'The name of the workspace, as its pages and reports show it. By default it keeps its first name.'),
      ),
      timeZone: Type.Optional(TimeZone),
    },
    { additionalProperties: false },
  ),
  response: Session,
  errors: ['unauthorized', 'conflict', 'rate_limited'],
  conflicts: { login_name_person_key: sentence`login.address_taken: This e-mail address is taken; use another one.` },
  async run(call, { body }) {
    const linkSha256 = sha256Hex(body.token)
    if (body.timeZone !== undefined) requireTimeZone(body.timeZone)
    const { db, ids, now } = call
    const [organization] = await db.readInstall(organizationOfSetupLink, { tokenSha256: linkSha256, now: iso(now) })
    if (!organization) throw await setupRefusal(call, body.token)
    await rejectGuessablePassword(call, organization.id, { password: body.password, known: [body.email, body.name] })
    const [id, email, role] = [ids.next('prs', now), normalizeEmail(body.email), 'admin' as const]
    const passwordHash = await hashPasswordFor(call, email, body.password)
    const person = newPerson({ id, email, name: body.name, role }, iso(now))
    const organizationId = organization.id
    const actor = asActor({ kind: 'person', id, organizationId, role })
    const record = renderPerson(person)
    return openSession(call, { actor, record }, 'setup', async ctx => {
      const { tx, audit } = ctx
      const [link] = await tx.query(useSetupLink, { tokenSha256: linkSha256 })
      if (!link?.used) throw usedSetupLink()
      const loginId = addLogin(ctx, { address: email, personId: id, passwordHash })
      tx.write(insertPerson, { id, loginId, role, disabled: false, record })
      audit(id, { action: 'person.create', after: record, detail: 'setup link' })
      watchPerson(ctx, undefined, person)
      await nameWorkspace(ctx, organizationId, body)
    })
  },
})
