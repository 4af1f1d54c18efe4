import { rmSync } from 'node:fs'
import { Type } from 'typebox'
import { changing } from '#http/endpoint.ts'
import { noon } from './fixture.ts'
import { claimsFrom, createIssuer, signed } from './license.ts'
import { boot } from './system.ts'

const reason = 'started by the license test'

/** Starts something that requires the license. */
const begin = changing({
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

type Over = Readonly<Record<string, unknown>>

/** A Probata with the license of a separate issuer, whose clock moves over years. */
export const bootLicensed = async () => {
  await using resources = new AsyncDisposableStack()
  const issuer = resources.use(createIssuer())
  const p = resources.use(await boot({ env: issuer.env, endpoints: [begin] }))
  const cookies = new Map<string, string>()
  for (const who of people) cookies.set(who, await p.signIn(`${who}.example`))
  // The clock moves over years, during which no one should have to sign in again.
  await p.sql(`update session set expires_at = '2199-01-01', last_used_at = '2199-01-01'`)
  const callAs = (who: string, method: string, path: string, body?: unknown) =>
    p.call(method, `/api/workspace${path}`, { cookie: cookies.get(who) ?? '', ...(body ? { body } : {}) })
  const token = (over: Over = {}, header: Over = {}) => signed(claimsFrom(noon, over), issuer.privateKey, header)
  const owned = resources.move()
  return {
    p,
    issuer,
    as: callAs,
    /** A license for a year from `noon`. `over` replaces claims, or parts of its header. */
    token,
    put: (over: Over = {}) => issuer.put(token(over)),
    reconcile: () => p.system.runJob('reconcile-license-state'),
    license: async (who = 'admin@acme') => (await callAs(who, 'GET', '/license')).body,
    /** True, or the refusal. */
    async mayBegin(slug: string, having?: number) {
      const { status, body } = await callAs(`admin@${slug}`, 'POST', '/licensed', {
        ...(having !== undefined && { having }),
        reason,
      })
      return status === 200 ? true : [status, body.error, body.message]
    },
    /** The security events of a type that a function raises, in chronological order. */
    async eventsOf(type: string, work: () => Promise<unknown>) {
      const read = () => p.sql('select record from security_event where type = $1 order by id', [type])
      const knownRecords = new Set((await read()).map(({ record }) => record))
      await work()
      const newEvents = (await read()).filter(({ record }) => !knownRecords.has(record))
      const events = newEvents.map(({ record }) => JSON.parse(String(record)))
      return events.map(({ organizationId, context: { code, state } }) => ({ organizationId, code, state }))
    },
    /** The state of a new install, which has seen no license and no time. */
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
