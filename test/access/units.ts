import { roles, scopes } from '#http/access.ts'
import { type Operation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import type { Request } from './arrangement.ts'
import type { Caller } from './caller.ts'
import { send, slotsOf, validRequest } from './requests.ts'
import { bootWorkspaces } from './workspace.ts'

/** The result when members of one unit request records of another. */
export interface UnitObservation {
  /** The violations, as sentences. */
  readonly violations: readonly string[]
  readonly requests: number
  /** The number of record ids that the last response had to hide. */
  readonly hidden: number
}

/** Tables whose records belong to units. */
export const tablesWithUnits = [
  'evidence_requirement',
  'evidence_claim',
  'submission_requirement',
  'submission_package',
  'finding',
  'assessment',
  'policy',
  'questionnaire',
]

/** Tables of dependent records that have ids of their own. */
export const dependentTables = [
  'attachment_link',
  'review_decision',
  'review_approval',
  'claim_question',
  'upload_intent',
  'submission_event',
  'submission_decision',
  'submission_occurrence',
  'retention_hold',
  'room',
  'room_guest',
  'room_entry',
  'policy_version',
  'policy_campaign',
  'questionnaire_version',
  'questionnaire_round',
]

const ids = (table: string) => `select id from ${table} where organization_id = $1`

/**
 * Returns the ids that a request names in its path or its body. A caller who may not see these records cannot use them.
 */
const idsNamedIn = (operation: Operation, request: Request): string[] =>
  slotsOf(operation).flatMap(({ location, name }) =>
    location === 'query' ? [] : [String(Object(request[location])[name])],
  )

/** Calls every operation while all records belong to one unit, and all people except administrators to another. */
export const observeUnits = async (): Promise<UnitObservation> => {
  const { p, alpha } = await bootWorkspaces()
  await using _ = p
  const admin = { cookie: await alpha.session('admin', 100 * 24 * 3600) }
  const newUnit = async (): Promise<string> => {
    const body = { unitKey: alpha.word(), title: alpha.word(), reason: 'to see who sees what' }
    return (await p.call('POST', '/api/workspace/units', { ...admin, body })).body.id
  }
  const [otherUnit, ownUnit] = [await newUnit(), await newUnit()]
  const ownUnitOnly = `"unitIds":["${ownUnit}"],`

  const setUnits = async (): Promise<Set<string>> => {
    for (const table of tablesWithUnits)
      await p.sql(`update ${table} set unit_id = $2 where organization_id = $1`, [alpha.id, otherUnit])
    await p.sql(
      `update person set record = '{' || $2 || substr(record, 2) where organization_id = $1 and role <> 'admin'`,
      [alpha.id, ownUnitOnly],
    )
    await p.sql(`update service_account set record = '{' || $2 || substr(record, 2) where organization_id = $1`, [
      alpha.id,
      ownUnitOnly,
    ])
    p.system.services.identities.forget()
    const hidden = await Promise.all(
      [...tablesWithUnits, ...dependentTables].map(table => p.sql(ids(table), [alpha.id])),
    )
    return new Set([otherUnit, ...hidden.flat().map(({ id }) => String(id))])
  }
  const clearUnits = async (): Promise<void> => {
    for (const table of ['person', 'service_account'])
      await p.sql(`update ${table} set record = replace(record, $2, '') where organization_id = $1`, [
        alpha.id,
        ownUnitOnly,
      ])
    p.system.services.identities.forget()
  }

  const callers = async ({ access }: Operation): Promise<Caller[]> => {
    if (typeof access === 'string') return []
    if ('scope' in access) return [{ token: await alpha.token('active', scopes) }]
    const allowedRoles = roles.filter(role => role !== 'admin' && access.roles.includes(role))
    return Promise.all(allowedRoles.map(async role => ({ cookie: await alpha.session(role) })))
  }

  const violations = new Set<string>()
  let [requests, hiddenCount] = [0, 0]
  for (const operation of operationsOf(endpoints)) {
    const request = await validRequest(operation, alpha)
    const requesters = await callers(operation)
    if (requesters.length === 0) continue
    const hidden = await setUnits()
    hiddenCount = hidden.size
    const hiddenIds = idsNamedIn(operation, request).filter(id => hidden.has(id))
    for (const caller of requesters) {
      requests++
      const { status, text } = await send(p, operation, request, caller)
      const fail = (message: string) => violations.add(`${operation.method} ${operation.path}: ${message}`)
      const requestText = JSON.stringify(request)
      const leakedId = [...hidden].find(id => text.includes(id) && !requestText.includes(id))
      if (leakedId) fail(`shows ${leakedId}`)
      if (hiddenIds.length > 0 && status !== 403 && status !== 404) fail(`gets ${status} with ${hiddenIds}`)
      if (status >= 500) fail(`gets ${status}`)
    }
    await clearUnits()
  }
  return { violations: [...violations], requests, hidden: hiddenCount }
}
