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
  if (!response.ok) throw new Error(`${response.url} was answered ${response.status} ${await response.text()}`)
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
  const changeAnswer = await requireOk(await fetch(settings, { method: 'POST', headers, body: JSON.stringify(body) }))
  const { request } = Object(await changeAnswer.json())
  const confirm = `${server.url}/api/workspace/approval-requests/${request.id}/confirm`
  const confirmHeaders = { ...headers, cookie: await signIn(server, secondAdmin) }
  const reason = JSON.stringify({ reason: 'for the measurement of sign-ons' })
  await requireOk(await fetch(confirm, { method: 'POST', headers: confirmHeaders, body: reason }))
  await server.sql('update sign_on_domain set named = true')
}

/** The p99 in milliseconds of single sign-ons and of sign-ins with a password; each must succeed. */
const signInsOf = async ({ url }: Server, forger: Awaited<ReturnType<typeof startForgingProvider>>) => {
  const until = performance.now() + seconds * 1000
  const times = { signOn: [] as number[], password: [] as number[] }
  for (let n = 0; performance.now() < until; n++) {
    const email = emailOf(n)
    forger.claims = { sub: email, email, email_verified: true }
    let startTime = performance.now()
    const startAnswer = await requireOk(await post(`${url}${path}/single-sign-on`, { email }))
    const flowCookie = startAnswer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const { url: page } = Object(await startAnswer.json())
    await requireOk(await post(`${url}${path}/single-sign-on/callback`, { query: forger.signIn(page) }, flowCookie))
    times.signOn.push(performance.now() - startTime)
    // A person opens at most 30 sessions a minute.
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

const junk = async ({ url }: Server, isOver: () => boolean): Promise<number> => {
  for (let n = 0; ; n++) {
    if (isOver()) return n
    const { status } = await post(`${url}${path}/single-sign-on/callback`, { query: `code=${n}&state=${n}` })
    if (status !== 401 && status !== 429) throw new Error(`junk was answered ${status}`)
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
    const signIns = () => meterRound(meterServer(server), () => signInsOf(server, forger))
    const rounds = await interleave({
      rounds: 3,
      async ours() {
        let isEnded = false
        const sent = junk(server, () => isEnded)
        const sample = await signIns()
        isEnded = true
        await sent
        return sample
      },
      floor: signIns,
    })
    const formatTimes = (of: 'signOn' | 'password') =>
      rounds.map(({ ours, floor }) => `${ours[of].toFixed(1)}:${floor[of].toFixed(1)}`).join(' ')
    return (['signOn', 'password'] as const).map(of =>
      figure({
        label: `${of === 'signOn' ? 'single sign-on' : 'sign-in with a password'} beside 100 junk callbacks a minute from the same address, p99 against quiet`,
        samples: rounds.map(({ ours, floor }) => ours[of] / floor[of]),
        atMost: 1.2,
        detail: `ms, beside junk:quiet, ${formatTimes(of)}\n${cpuDetail('sign-ins of both kinds', rounds)}`,
      }),
    )
  },
}
