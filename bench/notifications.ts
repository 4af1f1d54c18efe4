import { startMailServer } from '#test/mail-server.ts'
import { type Benchmark, figure } from './benchmark.ts'
import { type Cpu, meterServer } from './cpu.ts'
import { scaled } from './scale.ts'
import { type Server, signIn, startServer } from './server.ts'
import { caller, type Json } from './workspace-seed.ts'

const people = scaled(10_000, 20)
const scans = scaled(10, 1)
const findingsPerScan = scaled(2000, 40)
/** The number of packages that are due for everyone. */
const packages = scaled(20, 2)
const secondsOfDay = 86_400
/** Each pass over the people of a workspace is followed by a pause of at least 99 times its duration. */
const passShare = 100

const reason = 'To have something to remind of.'

type Call = (method: string, path: string, body?: object) => Promise<Json>

/** People who work on findings and packages, each with two findings that are due within a week. */
const seed = async ({ url, token, sql }: Server, call: Call): Promise<void> => {
  await sql(
    `with rita as (select * from person where record::json ->> 'name' = 'Rita'),
          logins as (
            insert into login (id, address, created_at)
            select 'lgn_01' || lpad(i::text, 24, '0'), 'person' || i || '@bench.example', now()
              from generate_series(1, $1::int) i returning id, address)
     insert into person (organization_id, id, role, record, login_id)
     select r.organization_id, 'prs_01' || right(l.id, 24), 'contributor',
            r.record::jsonb || jsonb_build_object('id', 'prs_01' || right(l.id, 24), 'name', l.address,
                                                  'email', l.address, 'role', 'contributor'), l.id
       from rita r, logins l`,
    [people],
  )
  const machine = caller({ url }, { authorization: `Bearer ${token}` })
  for (let scan = 0; scan < scans; scan++)
    await machine('POST', '/api/v1/governance/findings/scan-results', {
      sourceModuleKey: `scanner-${scan}`,
      isComplete: true,
      reason,
      findings: Array.from({ length: findingsPerScan }, (_, i) => ({
        ...{ sourceFingerprint: `finding-${i}`, title: `Outdated library ${i}`, severity: 'high' },
        ...{ subjectModuleKey: 'assets', subjectResourceType: 'host', subjectResourceId: `host-${i}` },
      })),
    })
  await sql(
    `update finding f set owner_id = p.id, due_at = now() + interval '5 days'
       from (select id, row_number() over (order by id) as n from finding) s,
            (select id, row_number() over (order by id) as n from person where role = 'contributor') p
      where f.id = s.id and p.n = s.n % $1::int + 1`,
    [people],
  )
  const requirement = await call('POST', '/submission-requirements', {
    ...{ requirementKey: 'REG-1', title: 'Register of information', submissionKind: 'register_filing' },
    ...{ status: 'active', policy: {}, reason },
  })
  for (let i = 0; i < packages; i++)
    await call('POST', '/packages', {
      ...{ submissionRequirementId: requirement.id, packageKey: `PKG-${i}`, title: `Register ${i}`, reason },
      dueAt: new Date(Date.now() + 6 * secondsOfDay * 1000).toISOString(),
    })
}

/** A time zone in which it is about noon, when all digests of the day are due. */
const zoneAtNoon = (): string => {
  const ahead = 12 - new Date().getUTCHours()
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** The CPU of reminding the people of a large workspace, as a share of a core over a day. */
export const notifications: Benchmark = {
  name: 'notifications',
  async run() {
    await using mails = await startMailServer()
    await using server = await startServer({ SMTP_URL: mails.url })
    const { sql } = server
    const cookie = await signIn(server)
    const ask = caller(server, { cookie })
    const call: Call = (method, path, body) => ask(method, `/api/workspace${path}`, body)
    const meter = meterServer(server)
    const measure = async (...jobs: readonly string[]): Promise<{ cpu: Cpu; seconds: number }> => {
      const [read, startedAt] = [await meter(), performance.now()]
      for (const job of jobs) await call('POST', `/jobs/${job}/run`, { reason })
      return { cpu: await read(), seconds: (performance.now() - startedAt) / 1000 }
    }
    const countRows = async (): Promise<number> => {
      const [row] = await sql('select count(*)::int as rows from notification')
      return Number(row?.rows)
    }

    await sql('update organization set time_zone = $1', [zoneAtNoon()])
    await seed(server, call)
    const first = await measure('notify-people')
    const rows = await countRows()
    const steady = await measure('notify-people')
    if ((await countRows()) !== rows) throw new Error('a pass without a change wrote notifications')
    await call('POST', '/jobs/send-notifications/run', { reason })
    await sql(`update notification set created_at = created_at - interval '2 days', due_at = now()`)
    const atOnce = mails.received.length
    const digests = await measure('collect-digests', 'send-notifications')
    while (mails.received.length < atOnce + people) {
      const before = mails.received.length
      const more = await measure('send-notifications')
      if (mails.received.length === before) throw new Error(`only ${before - atOnce} of ${people} digests were sent`)
      digests.cpu = { node: digests.cpu.node + more.cpu.node, postgres: digests.cpu.postgres + more.cpu.postgres }
    }

    const total = ({ node, postgres }: Cpu): number => node + postgres
    const passes = (100 * total(steady.cpu)) / (steady.seconds * passShare)
    const daily = (100 * (total(first.cpu) + total(digests.cpu))) / secondsOfDay
    const perPerson = ({ cpu }: { cpu: Cpu }): string => ((1e6 * total(cpu)) / people).toFixed(0)
    return [
      figure({
        label: `reminders of ${people} people, passes and digests, CPU of a day`,
        samples: [passes + daily],
        atMost: 1,
        unit: '% of a core',
        detail: `passes at most ${passes.toFixed(2)}, new rows and digests of each day ${daily.toFixed(2)}; CPU per person in µs: first pass ${perPerson(first)} (${rows} rows), pass without a change ${perPerson(steady)}, digest ${perPerson(digests)}`,
      }),
      figure({
        label: `the pause after a pass over ${people} people, when changes follow one another`,
        samples: [(steady.seconds * (passShare - 1)) / 60],
        atMost: 60,
        unit: 'min',
      }),
    ]
  },
}
