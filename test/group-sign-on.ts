import assert from 'node:assert/strict'
import { type ForgingProvider, startForgingProvider } from './forging-provider.ts'
import { createNewcomers } from './newcomers.ts'
import { setRules as confirmRules, restSecond, setProvider } from './second-administrator.ts'
import { connectPeople, signOn } from './sign-on.ts'
import { boot, type Probata } from './system.ts'

const reason = 'for a test of groups'
const env = { PROBATA_OIDC_ALLOW: '127.0.0.0/8', PROBATA_TRUST_PROXY: '127.0.0.1' }

type Claims = Readonly<Record<string, unknown>>

/**
 * Starts a Probata in which acme has a provider that sends any groups that a test sets. People are created at their
 * first sign-on.
 */
export const startGroups = async () => {
  await using started = new AsyncDisposableStack()
  const p: Probata = started.use(await boot({ env }))
  const forger: ForgingProvider = started.use(await startForgingProvider())
  const people = createNewcomers(p)
  let personCount = 0

  const asAdmin = async (method: string, path: string, body: object = {}) =>
    p.call(method, `/api/workspace${path}`, {
      cookie: await people.administrator(),
      ...(method !== 'GET' && { body: { reason, ...body } }),
    })
  const configure = async (over: object = {}) => {
    const client = { issuer: forger.issuer, clientId: 'client', clientSecret: 'secret', name: 'Login' }
    const settings = { createPeople: true, defaultRole: 'auditor', emailDomains: ['acme.example'] }
    await setProvider(p, await people.administrator(), { ...client, ...settings, ...over })
    await restSecond(p)
    // Marks the domains as named by the operator's file.
    await p.sql('update sign_on_domain set named = true')
    await connectPeople(p, { reviewer: 'reviewer', admin: 'admin' })
  }
  const setRules = async (rules: readonly object[]) => {
    const sourcedRules = rules.map(rule => ({ source: 'single_sign_on', ...rule }))
    const { body } = await confirmRules(p, await people.administrator(), sourcedRules)
    await restSecond(p)
    const [row] = await p.sql(
      `select record::json ->> 'detail' as detail from audit_event where resource_id = $1 and action = 'approval_request.confirm'`,
      [body.request.id],
    )
    const [changed, suspended, released] = String(row?.detail).match(/\d+/g)?.map(Number) ?? []
    return { changed: changed ?? 0, suspended: suspended ?? 0, released: released ?? 0 }
  }
  /** Returns the claims of a new person. */
  const newClaims = () => {
    const sub = `subject-${++personCount}`
    return { sub, email: `${sub}@acme.example`, email_verified: true }
  }
  const enter = (claims: Claims) => {
    Object.assign(forger, { claims })
    const headers = { 'x-forwarded-for': `192.0.2.${personCount % 250}` }
    const call: Probata['call'] = (method, path, options) => p.call(method, path, { ...options, headers })
    return signOn({ ...p, call }, `new-${personCount}@acme.example`, url => forger.signIn(url))
  }
  await configure()
  const owned = started.move()
  return {
    ...{ p, forger, people, asAdmin, configure, setRules, newClaims: newClaims, enter },
    async unit(unitKey: string): Promise<string> {
      const { status, body, text } = await asAdmin('POST', '/units', { unitKey, title: unitKey, description: '' })
      assert.equal(status, 201, text)
      return body.id
    },
    async rightsOf(id: string) {
      const { body } = await asAdmin('GET', `/people/${id}`)
      const { role, unitIds, status, mappedFrom, mappedGrant, suspended } = body
      return { role, unitIds, status, mappedFrom, mappedGrant, suspended }
    },
    /** Signs on a new person with these groups. Returns the person, and a function that signs them on again. */
    async someone(...groups: string[]) {
      const claims = newClaims()
      const entry = await enter({ ...claims, groups })
      assert.equal(entry.status, 200, entry.text)
      const id: string = entry.body.person.id
      return {
        id,
        claims,
        session: entry.session,
        enter: (...nextGroups: string[]) => enter({ ...claims, groups: nextGroups }),
      }
    },
    eventsOf: async (type: string): Promise<{ context: Record<string, unknown> }[]> =>
      (await asAdmin('GET', `/security-events?type=${type}`)).body.securityEvents,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export type Groups = Awaited<ReturnType<typeof startGroups>>
