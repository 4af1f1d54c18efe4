import { hashPassword, verifyPassword } from '#lib/password.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { totalCpu } from './cpu.ts'
import { requestText } from './request.ts'
import { scaled } from './scale.ts'
import { type Server, signIn } from './server.ts'
import { spreadOf } from './statistics.ts'
import { bareStand, cpuAlone, measureAlone, openRig, type Stand, type Work } from './work.ts'

const seconds = scaled(4, 1)
const signInClients = 4
/** The number of people: enough that each opens at most 30 sessions a minute. */
const people = 60
const password = 'a-password-of-the-bench'
const personOf = (n: number) => ({ email: `person-${n % people}@bench.example`, password })

const peopleStand: Stand = {
  people: Array.from({ length: people }, (_, n) => ({ ...personOf(n), name: `Person ${n}`, role: 'reviewer' })),
}

const signInOnce = async ({ url }: Server, n: number): Promise<void> => {
  const headers = { 'content-type': 'application/json', origin: url }
  const body = JSON.stringify(personOf(n))
  const response = await fetch(`${url}/api/workspace/session`, { method: 'POST', headers, body })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
}

const signInWork: Work = {
  name: 'sign-in',
  label: `sign in with a password, ${signInClients} clients, ${people} reviewers`,
  operations: 'sign-ins',
  rounds: 11,
  stand: peopleStand,
  async prepare({ server }) {
    let n = 0
    const repeat = async (until: number): Promise<number> => {
      let count = 0
      for (; performance.now() < until; count++) await signInOnce(server, n++)
      return count
    }
    return {
      async round() {
        const startTime = performance.now()
        const counts = await Promise.all(
          Array.from({ length: signInClients }, () => repeat(startTime + seconds * 1000)),
        )
        const operations = counts.reduce((sum, one) => sum + one, 0)
        return { operations, perSecond: (operations * 1000) / (performance.now() - startTime) }
      },
    }
  },
}

const sessionWork: Work = {
  name: 'session',
  label: 'list 50 claims in a session, 16 clients',
  operations: 'lists',
  rounds: 11,
  stand: bareStand,
  async prepare({ server, load }) {
    const request = requestText({ path: '/api/workspace/claims', headers: { cookie: await signIn(server) } })
    return { round: () => load.rate({ port: server.port, connections: 16, for: { seconds }, request }) }
  },
}

export const signInWorks: readonly Work[] = [sessionWork, signInWork]

/** A provisional goal, to be replaced by half of the first figure from a quiet machine. */
const signInGoalMs = 4
const hashes = scaled(20, 2)

/** The CPU for checking one password, in µs. */
const cpuOfHash = async (): Promise<number> => {
  const hash = await hashPassword(password)
  const before = process.cpuUsage()
  for (let i = 0; i < hashes; i++) await verifyPassword(password, hash)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / hashes
}

/** The cost of a sign-in apart from hashing the password, which is slow on purpose. */
export const signInCost: Benchmark = {
  name: 'sign-in-cost',
  async run() {
    await using rig = await openRig(peopleStand)
    const samples = await measureAlone(signInWork, rig)
    const hash = await cpuOfHash()
    return [
      figure({
        label: 'CPU of a sign-in without the hash, Node + PostgreSQL',
        samples: samples.map(sample => (totalCpu(sample) - hash) / 1000),
        atMost: signInGoalMs,
        unit: 'ms',
        detail: `${cpuAlone(signInWork.operations, samples)}, of which the hash takes ${hash.toFixed()}; ${spreadOf(samples.map(({ perSecond }) => perSecond)).median.toFixed()} sign-ins/s`,
      }),
    ]
  },
}
