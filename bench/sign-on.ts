import { setTimeout as delay } from 'node:timers/promises'
import { startForgingProvider } from '#test/forging-provider.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { cpuDetail } from './comparison.ts'
import { meterRound, meterServer } from './cpu.ts'
import { scaled } from './scale.ts'
import { admin, type Server, secondAdmin, signIn, startServer } from './server.ts'
import { interleave, quantile } from './statistics.ts'

const env = { LOG_LEVEL: 'error', PROBATA_TRUST_PROXY: '127.0.0.1', PROBATA_OIDC_ALLOW: '127.0.0.0/8' }
const path = '/api/workspace/session'

/** The IP address that people who sign in share with the sender of junk callbacks. */
const sharedAddress = '203.0.113.7'
const seconds = scaled(60, 6)
const pauseMs = 200
const junkPauseMs = 600

const post = (url: string, body: object, cookie = '') =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': sharedAddress, ...(cookie && { cookie }) },
    body: JSON.stringify(body),
  })

const requireOk = async (response: Response): Promise<Response> => {
  if (!response.ok) throw new Error(`${response.url} returned ${response.status} ${await response.text()}`)
  return response
}

const people = 40
const emailOf = (n: number) => `person-${n % people}@bench.example`

const setUp = async (server: Server, issuer: string): Promise<void> => {
  const cookie = await signIn(server)
  const body = {
    ...{ issuer, clientId: 'client', clientSecret: 'secret', name: 'Login', createPeople: true },
    ...{ defaultRole: 'auditor', emailDomains: ['bench.example'], reason: 'for the measurement of sign-ons' },
  }
  const headers = { 'content-type': 'application/json', origin: server.url, cookie }
  const settings = `${server.url}/api/workspace/identity-provider`
  const changeResponse = await requireOk(await fetch(settings, { method: 'POST', headers, body: JSON.stringify(body) }))
  const { request } = Object(await changeResponse.json())
  const confirm = `${server.url}/api/workspace/approval-requests/${request.id}/confirm`
  const confirmHeaders = { ...headers, cookie: await signIn(server, secondAdmin) }
  const reason = JSON.stringify({ reason: 'for the measurement of sign-ons' })
  await requireOk(await fetch(confirm, { method: 'POST', headers: confirmHeaders, body: reason }))
  await server.sql('update sign_on_domain set named = true')
}

/** Returns the p99, in milliseconds, of single sign-ons and of sign-ins with a password. Each must succeed. */
const measureSignIns = async ({ url }: Server, forger: Awaited<ReturnType<typeof startForgingProvider>>) => {
  const until = performance.now() + seconds * 1000
  const times = { signOn: [] as number[], password: [] as number[] }
  for (let n = 0; performance.now() < until; n++) {
    const email = emailOf(n)
    forger.claims = { sub: email, email, email_verified: true }
    let startTime = performance.now()
    const startResponse = await requireOk(await post(`${url}${path}/single-sign-on`, { email }))
    const flowCookie = startResponse.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { url: page } = Object(await startResponse.json())
    await requireOk(await post(`${url}${path}/single-sign-on/callback`, { query: forger.signIn(page) }, flowCookie))
    times.signOn.push(performance.now() - startTime)
    // A person may open at most 30 sessions a minute.
    if (n % 12 === 0) {
      startTime = performance.now()
      await requireOk(await post(`${url}${path}`, admin))
      times.password.push(performance.now() - startTime)
    }
    await delay(pauseMs)
  }
  const operations = times.signOn.length + times.password.length
  const p99s = { signOn: quantile(times.signOn, 0.99), password: quantile(times.password, 0.99) }
  return { ...p99s, operations, perSecond: operations / seconds }
}

const sendJunk = async ({ url }: Server, isOver: () => boolean): Promise<number> => {
  for (let n = 0; ; n++) {
    if (isOver()) return n
    const { status } = await post(`${url}${path}/single-sign-on/callback`, { query: `code=${n}&state=${n}` })
    if (status !== 401 && status !== 429) throw new Error(`a junk callback returned ${status}`)
    await delay(junkPauseMs)
  }
}

/** Sign-ins from an address that also sends 100 callbacks a minute without a matching sign-on. */
export const signOn: Benchmark = {
  name: 'sign-on',
  async run() {
    await using forger = await startForgingProvider()
    await using server = await startServer(env)
    await setUp(server, forger.issuer)
    const signIns = () => meterRound(meterServer(server), () => measureSignIns(server, forger))
    const rounds = await interleave({
      rounds: 3,
      async ours() {
        let isEnded = false
        const sent = sendJunk(server, () => isEnded)
        const sample = await signIns()
        isEnded = true
        await sent
        return sample
      },
      floor: signIns,
    })
    const formatTimes = (kind: 'signOn' | 'password') =>
      rounds.map(({ ours, floor }) => `${ours[kind].toFixed(1)}:${floor[kind].toFixed(1)}`).join(' ')
    return (['signOn', 'password'] as const).map(kind =>
      figure({
        label: `${kind === 'signOn' ? 'single sign-on' : 'password sign-in'}, p99 while the same address sends 100 junk callbacks a minute, relative to p99 without them`,
        samples: rounds.map(({ ours, floor }) => ours[kind] / floor[kind]),
        atMost: 1.2,
        detail: `p99 in ms, with junk:without, ${formatTimes(kind)}\n${cpuDetail('sign-ins of both kinds', rounds)}`,
      }),
    )
  },
}
