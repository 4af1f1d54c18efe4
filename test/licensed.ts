import { rmSync } from 'node:fs'
import { Type } from 'typebox'
import { changeEndpoint } from '#http/endpoint.ts'
import { noon } from './fixture.ts'
import { claimsFrom, createIssuer, signed } from './license.ts'
import { boot } from './system.ts'

const reason = 'started by the license test'

/** An endpoint that requires an entitlement of the license. */
const begin = changeEndpoint({
  name: 'beginLicensed',
  summary: 'Begin something licensed',
  tag: 'Test',
  method: 'POST',
  workspace: { path: '/licensed', roles: ['admin'] },
  status: 200,
  action: 'test.licensed',
  body: Type.Object({ having: Type.Optional(Type.Integer()) }),
  response: Type.Object({}),
  needs: ['entitlements'],
  async run({ entitlements, organizationId, read, audit }, { body }) {
    await entitlements.require(organizationId, 'storage.s3', body.having, read)
    audit('licensed')
    return {}
  },
})

const people = ['admin@acme', 'auditor@acme', 'reviewer@acme', 'contributor@acme', 'admin@globex']

type Overrides = Readonly<Record<string, unknown>>

/** Boots a Probata that accepts licenses of an issuer of its own. Tests advance its clock by years. */
export const bootLicensed = async () => {
  await using resources = new AsyncDisposableStack()
  const issuer = resources.use(createIssuer())
  const p = resources.use(await boot({ env: issuer.env, endpoints: [begin] }))
  const cookies = new Map<string, string>()
  for (const person of people) cookies.set(person, await p.signIn(`${person}.example`))
  // Tests advance the clock by years, and should not have to sign in again.
  await p.sql(`update session set expires_at = '2199-01-01', last_used_at = '2199-01-01'`)
  const callAs = (person: string, method: string, path: string, body?: unknown) =>
    p.call(method, `/api/workspace${path}`, { cookie: cookies.get(person) ?? '', ...(body ? { body } : {}) })
  const token = (over: Overrides = {}, header: Overrides = {}) =>
    signed(claimsFrom(noon, over), issuer.privateKey, header)
  const owned = resources.move()
  return {
    p,
    issuer,
    as: callAs,
    /** Returns a license that lasts a year from `noon`. `over` replaces claims, and `header` parts of its header. */
    token,
    put: (over: Overrides = {}) => issuer.put(token(over)),
    reconcile: () => p.system.runJob('reconcile-license-state'),
    license: async (person = 'admin@acme') => (await callAs(person, 'GET', '/license')).body,
    /** Returns true, or the error. */
    async mayBegin(slug: string, having?: number) {
      const { status, body } = await callAs(`admin@${slug}`, 'POST', '/licensed', {
        ...(having !== undefined && { having }),
        reason,
      })
      return status === 200 ? true : [status, body.error, body.message]
    },
    /** Returns the security events of a type that `work` raises, in chronological order. */
    async eventsOf(type: string, work: () => Promise<unknown>) {
      const read = () => p.sql('select record from security_event where type = $1 order by id', [type])
      const knownRecords = new Set((await read()).map(({ record }) => record))
      await work()
      const newEvents = (await read()).filter(({ record }) => !knownRecords.has(record))
      const events = newEvents.map(({ record }) => JSON.parse(String(record)))
      return events.map(({ organizationId, context: { code, state } }) => ({ organizationId, code, state }))
    },
    /** Resets the install to its initial state, without a license. */
    async forget() {
      rmSync(issuer.file, { force: true, recursive: true })
      p.clock.set(noon)
      await p.sql('delete from organization_entitlement')
      await p.sql(`update license_state set state = 'community', token = null, facts = '{}', problem = null, since = null,
        seen_at = null, terms = '{"source":"community","until":null,"grants":"everything"}'`)
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
