import { roles, scopes } from '#http/access.ts'
import { type Operation, operationsOf } from '#http/operation.ts'
import { endpoints } from '#src/features.ts'
import { randomOf } from '#test/sarif-mutants.ts'
import type { Caller } from './caller.ts'
import { send, slotsOf, validRequest } from './requests.ts'
import { bootWorkspaces } from './workspace.ts'

/** Tables whose records belong to units. */
const tablesWithUnits = [
  'evidence_requirement',
  'submission_requirement',
  'finding',
  'assessment',
  'policy',
  'questionnaire',
]
/** The id prefixes of the records in these tables, and of the records that depend on them. */
const prefixesWithUnits: ReadonlySet<string | undefined> = new Set(
  'ger subreq gfd gas gpl gqn gec subpkg gpv gpc gqv gqr'.split(' '),
)

/** The result of sending writes to records while an administrator moves the records between units. */
export interface MoveObservation {
  /** The responses that reveal a fault of the server, as sentences. */
  readonly faults: readonly string[]
  readonly requests: number
  /** The number of 404 responses. */
  readonly hidden: number
}

/**
 * Sends every change that names a record of a unit several times, as people and service accounts of that unit.
 * Meanwhile, an administrator moves all records to another unit and back.
 */
export const observeMoving = async (seed: number, times: number): Promise<MoveObservation> => {
  const { p, alpha } = await bootWorkspaces()
  await using _ = p
  const random = randomOf(seed)
  const admin = () => alpha.session('admin', 100 * 24 * 3600)
  const newUnit = async (): Promise<string> => {
    const body = { unitKey: alpha.word(), title: alpha.word(), reason: 'to see who sees what' }
    return (await p.call('POST', '/api/workspace/units', { cookie: await admin(), body })).body.id
  }
  const [otherUnit, ownUnit] = [await newUnit(), await newUnit()]
  const ownUnitOnly = `"unitIds":["${ownUnit}"],`
  const setUnits = async (mode: 'limit' | 'free'): Promise<void> => {
    for (const [table, condition] of [
      ['person', `and role <> 'admin'`],
      ['service_account', ''],
    ])
      await (mode === 'limit'
        ? p.sql(`update ${table} set record = '{' || $2 || substr(record, 2) where organization_id = $1 ${condition}`, [
            ...[alpha.id, ownUnitOnly],
          ])
        : p.sql(`update ${table} set record = replace(record, $2, '') where organization_id = $1`, [
            alpha.id,
            ownUnitOnly,
          ]))
    p.system.services.identities.forget()
  }
  const move = async (unit: string): Promise<void> => {
    await p.sql(
      `with ${tablesWithUnits.map(table => `${table}_moved as (update ${table} set unit_id = $2 where organization_id = $1)`).join()}
       select`,
      [alpha.id, unit],
    )
  }
  // Waits for this many round trips, so that the move happens during each part of the request.
  const delay = async (trips: number): Promise<void> => {
    for (let trip = 0; trip < trips; trip++) await p.sql('select 1', [])
  }
  const callers = async ({ access }: Operation): Promise<Caller[]> => {
    if (typeof access === 'string') return []
    if ('scope' in access) return [{ token: await alpha.token('active', scopes) }]
    const role = roles.find(name => name !== 'admin' && access.roles.includes(name))
    return role === undefined ? [] : [{ cookie: await alpha.session(role) }]
  }

  const faults = new Set<string>()
  let [requests, hidden] = [0, 0]
  const changes = operationsOf(endpoints).filter(
    operation =>
      operation.endpoint.kind === 'changing' &&
      slotsOf(operation).some(({ prefixes }) => prefixes.some(prefix => prefixesWithUnits.has(prefix))),
  )
  for (const operation of changes)
    for (let time = 0; time < times; time++) {
      const [caller] = await callers(operation)
      if (!caller) break
      const request = await validRequest(operation, alpha)
      await setUnits('limit')
      await move(ownUnit)
      const pendingMove = delay(Math.floor(random() * 16)).then(() => move(otherUnit))
      const { status, text } = await send(p, operation, request, caller)
      await pendingMove
      await setUnits('free')
      requests++
      if (status === 404) hidden++
      if (status >= 500) faults.add(`${operation.method} ${operation.path}: ${status} ${text}`)
    }
  return { faults: [...faults], requests, hidden }
}
