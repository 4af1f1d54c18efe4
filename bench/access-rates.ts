import type { Load } from './load.ts'
import { cpuTimes } from './processes.ts'
import { claimBody, requestText } from './request.ts'
import { scaled } from './scale.ts'
import type { provision, Server } from './server.ts'
import { signIn } from './server.ts'

/** Requests a second, and the CPU in milliseconds that each took: of Node and of PostgreSQL. */
export interface AccessRate {
  readonly perSecond: number
  readonly cpuMs: number
}

/** Measures one round at a server. */
export type AccessRound = (server: Server, load: Load) => Promise<() => Promise<AccessRate>>

const seconds = scaled(4, 1)
const signInClients = 4
/** Enough that nobody opens more than 30 sessions a minute. */
const people = 60
const claims = '/api/v1/governance/evidence/claims'
const password = 'a-password-of-the-bench'
const personOf = (n: number) => ({ email: `person-${n % people}@bench.example`, password })

/** Adds the people who sign in to what a version provisions at its start. */
export const addPeople = ({ organizations: [bench] }: typeof provision): void => {
  const made = Array.from({ length: people }, (_, n) => ({ ...personOf(n), name: `Person ${n}`, role: 'reviewer' }))
  bench?.users.push(...made)
}

const withCpu = async ({ pid }: Server, run: () => Promise<number>): Promise<AccessRate> => {
  const before = await cpuTimes(pid)
  const perSecond = await run()
  const after = await cpuTimes(pid)
  const used = after.own + after.below - before.own - before.below
  return { perSecond, cpuMs: (used * 1000) / (perSecond * seconds) }
}

const rateOf = (server: Server, load: Load, connections: number, request: string) => () =>
  withCpu(server, async () => {
    const { perSecond } = await load.rate({ port: server.port, connections, for: { seconds }, request })
    return perSecond
  })

const signInOnce = async ({ url }: Server, n: number): Promise<void> => {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify(personOf(n))
  const answer = await fetch(`${url}/api/workspace/session`, { method: 'POST', headers, body })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
}

const signInRound: AccessRound = async server => {
  let n = 0
  const repeat = async (until: number): Promise<number> => {
    let done = 0
    for (; performance.now() < until; done++) await signInOnce(server, n++)
    return done
  }
  return () =>
    withCpu(server, async () => {
      const began = performance.now()
      const done = await Promise.all(Array.from({ length: signInClients }, () => repeat(began + seconds * 1000)))
      const all = done.reduce((sum, one) => sum + one, 0)
      return (all * 1000) / (performance.now() - began)
    })
}

const createRound: AccessRound = async (server, load) => {
  const headers = { 'content-type': 'application/json', 'idempotency-key': 'against-{n}' }
  const body = JSON.stringify(claimBody)
  const request = requestText({ method: 'POST', path: claims, token: server.token, headers, body })
  return rateOf(server, load, 32, request)
}

const listRound: AccessRound = async (server, load) =>
  rateOf(server, load, 16, requestText({ path: claims, token: server.token }))

const listInSessionRound: AccessRound = async (server, load) =>
  rateOf(server, load, 16, requestText({ path: '/api/workspace/claims', headers: { cookie: await signIn(server) } }))

/** What every person and machine does at the doors, by name. */
export const accessRounds: Readonly<Record<string, readonly [what: string, round: AccessRound]>> = {
  create: ['create a claim, 32 clients', createRound],
  list: ['list 50 claims with a token, 16 clients', listRound],
  session: ['list 50 claims in a session, 16 clients', listInSessionRound],
  'sign-in': ['sign in with a password, 4 clients', signInRound],
}
