import assert from 'node:assert/strict'
import { type Role, roles, scopes } from '#http/access.ts'
import { type Operation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { password } from '#test/fixture.ts'
import type { ApiResponse, Probata } from '#test/system.ts'
import type { Request } from './arrangement.ts'
import type { Caller } from './caller.ts'
import { reason } from './maker.ts'
import { createMappedPeople } from './mapped.ts'
import { send, slotsOf, validRequest } from './requests.ts'
import { inRealWorkspace } from './sample-only-operations.ts'
import { dependentTables, tablesWithUnits } from './units.ts'
import { bootWorkspaces, type Organization } from './workspace.ts'

/** The results for people whom an identity provider manages, and for callers who try to bypass the provider. */
export interface ActorObservation {
  /** The violations, as sentences. */
  readonly violations: readonly string[]
  readonly requests: number
  /** The number of requests that each kind of caller sent. */
  readonly byActor: Readonly<Record<string, number>>
}

/** The status of each operation that the server rejects while single sign-on is required. */
const rejectedUnderSso: Readonly<Record<string, number>> = {
  removeIdentityProvider: 409,
  invitePerson: 422,
  resetPassword: 422,
}

/** The status of each operation that a break-glass administrator cannot complete in a workspace without sample data. */
const failingStatuses: Readonly<Record<string, number>> = { ...inRealWorkspace, ...rejectedUnderSso }

/** Operations that a person can perform only on their own account or task. */
const ownAccountOperations: ReadonlySet<string> = new Set([
  ...['confirmAddressChange', 'declineAddressChange', 'confirmOwnFactor', 'confirmSession', 'switchWorkspace'],
  ...['addPasskey', 'renamePasskey', 'removePasskey', 'endSession', 'beginTotp', 'removeTotp', 'confirmTotp'],
  ...['answerClause', 'acknowledgePolicy', 'changePassword', 'revokeCalendarFeed', 'cancelFactorReset'],
  ...['removeOwnSignOn', 'testChatChannel', 'resumeOwnMail', 'updateComment', 'deleteComment'],
])

/**
 * Returns the ids that a request names in its path or its body. A caller who may not see these records cannot use them.
 */
const idsNamedIn = (operation: Operation, request: Request): string[] =>
  slotsOf(operation).flatMap(({ location, prefix, name }) => {
    const id = location === 'query' || !prefix ? undefined : Object(request[location])[name]
    return id === undefined ? [] : [String(id)]
  })

/** Returns a function that requires single sign-on for everyone except one person, or allows every sign-in method. */
const createSignInForcer =
  (p: Probata, { id }: Organization) =>
  async (breakGlassId?: string) => {
    const signIn = breakGlassId ? 'single_sign_on' : 'any'
    const breakGlassIds = breakGlassId ? [breakGlassId] : []
    const record = JSON.stringify({ signIn, breakGlassIds, updatedAt: '2026-01-01T00:00:00.000Z' })
    const { length } = await p.sql(
      `update sign_in_policy set sign_in = $2, break_glass_ids = $3, record = $4
      where organization_id = $1 and is_current returning id`,
      [id, signIn, breakGlassIds, record],
    )
    assert.equal(length, 1)
    p.system.services.identities.forget()
  }

/** Creates an administrator with a password and a second factor. */
const newAdministrator = async (p: Probata, organization: Organization): Promise<string> => {
  const cookie = await organization.session('admin')
  const email = `glass@${organization.canary}.example`
  const body = { email, name: organization.canary, role: 'admin', password, reason }
  const response = await p.call('POST', '/api/workspace/people', { cookie, body })
  assert.equal(response.status, 201, response.text)
  const { id } = response.body.person
  await organization.factorOf(id, await organization.sessionOf(id))
  return id
}

/**
 * Calls every operation as a person whose groups grant access to one unit while all records are in another, as a
 * deactivated person, and with the wrong kind of token. While single sign-on is required, also calls every operation
 * with a password and as a break-glass administrator.
 */
export const observeActors = async (): Promise<ActorObservation> => {
  const { p, alpha, omega } = await bootWorkspaces()
  await using _ = p
  const newUnit = async (): Promise<string> => {
    const body = { unitKey: alpha.word(), title: alpha.word(), reason }
    const response = await p.call('POST', '/api/workspace/units', { cookie: await alpha.session('admin'), body })
    return response.body.id
  }
  const [otherUnit, ownUnit] = [await newUnit(), await newUnit()]
  const mapped = createMappedPeople(p, alpha, { unitIds: [ownUnit] })
  const people = new Map<Role, string>()
  for (const role of roles) people.set(role, await mapped.person(role))
  const deactivatedId = await mapped.person('admin')
  const endedSession = await alpha.sessionOf(deactivatedId)
  await mapped.deactivate(deactivatedId)
  const requireSingleSignOn = createSignInForcer(p, alpha)
  const breakGlassId = await newAdministrator(p, alpha)

  const moveAllToOtherUnit = async (): Promise<ReadonlySet<string>> => {
    for (const table of tablesWithUnits)
      await p.sql(`update ${table} set unit_id = $2 where organization_id = $1`, [alpha.id, otherUnit])
    const hidden = await Promise.all(
      [...tablesWithUnits, ...dependentTables].map(table =>
        p.sql(`select id from ${table} where organization_id = $1`, [alpha.id]),
      ),
    )
    return new Set([otherUnit, ...hidden.flat().map(({ id }) => String(id))])
  }

  const violations = new Set<string>()
  const byActor: Record<string, number> = {}

  for (const operation of operationsOf(endpoints)) {
    const { access, endpoint, surface } = operation
    if (access === 'public') continue
    const title = `${operation.method} ${operation.path}`
    const sendAndCheck = async (
      actor: string,
      request: Request,
      caller: Caller,
      hidden: Iterable<string>,
    ): Promise<ApiResponse> => {
      byActor[actor] = (byActor[actor] ?? 0) + 1
      const response = await send(p, operation, request, caller)
      const requestText = JSON.stringify(request)
      const leakedId = [...hidden].find(id => response.text.includes(id) && !requestText.includes(id))
      if (leakedId) violations.add(`${title}: shows ${leakedId} to ${actor}`)
      if (response.status >= 500) violations.add(`${title}: ${actor} gets ${response.status}`)
      return response
    }
    const everything = [alpha.canary, omega.canary, ...alpha.ids, ...omega.ids]
    const expectRejected = async (actor: string, request: Request, caller: Caller) => {
      const { status } = await sendAndCheck(actor, request, caller, everything)
      if (status !== 401) violations.add(`${title}: ${actor} gets ${status}`)
    }

    const request = await validRequest(operation, alpha)
    const foreignRequest = await validRequest(operation, omega)
    const hiddenIds = await moveAllToOtherUnit()

    await expectRejected('deactivated, earlier session', request, { cookie: endedSession })
    await expectRejected('deactivated, later session', request, { cookie: await alpha.sessionOf(deactivatedId) })
    if (access === 'provisioning') {
      await expectRejected("service account at the provider's endpoint", request, {
        token: await alpha.token('active', scopes),
      })
      await expectRejected("administrator at the provider's endpoint", request, {
        cookie: await alpha.session('admin'),
      })
    } else await expectRejected('provisioning token', request, { token: await alpha.provisioningToken() })
    if (surface !== 'workspace' || typeof access === 'string' || !('roles' in access)) continue

    for (const [role, id] of people) {
      if (role === 'admin') continue
      const caller = { cookie: await alpha.sessionOf(id) }
      const { status, body } = await sendAndCheck(`mapped ${role}`, request, caller, hiddenIds)
      const requestedHiddenIds = idsNamedIn(operation, request).filter(id => hiddenIds.has(id))
      if (!access.roles.includes(role) && (status !== 403 || body?.error !== 'forbidden_resource'))
        violations.add(`${title}: mapped ${role} gets ${status}`)
      if (requestedHiddenIds.length > 0 && status !== 403 && status !== 404)
        violations.add(`${title}: mapped ${role} gets ${status} with ${requestedHiddenIds}`)
    }

    const ownRequest = await validRequest(operation, alpha)
    await requireSingleSignOn(breakGlassId)
    await expectRejected('password while single sign-on is forced', request, { cookie: await alpha.session('admin') })
    const caller = { cookie: await alpha.sessionOf(breakGlassId) }
    const omegaIds = [omega.canary, ...omega.ids]
    if (idsNamedIn(operation, foreignRequest).length > 0) {
      const { status } = await sendAndCheck(
        'break-glass administrator in another workspace',
        foreignRequest,
        caller,
        omegaIds,
      )
      if (status < 400) violations.add(`${title}: a break-glass administrator gets ${status} for another workspace`)
    }
    const { status, text } = await sendAndCheck('break-glass administrator', ownRequest, caller, omegaIds)
    const expected = access.roles.includes('admin') ? (failingStatuses[endpoint.name] ?? endpoint.status) : 403
    if (status !== expected && !ownAccountOperations.has(endpoint.name))
      violations.add(`${title} ${endpoint.name}: a break-glass administrator gets ${status} ${text.slice(0, 200)}`)
    await requireSingleSignOn()
    await mapped.restoreRules()
  }
  return { violations: [...violations], requests: Object.values(byActor).reduce((a, b) => a + b, 0), byActor }
}
