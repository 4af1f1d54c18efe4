import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { noon } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

let p: Probata
let client: SubmissionsClient
const ids: string[] = []

before(async () => {
  p = await boot()
  p.clock.set(noon)
  client = await createSubmissionsClient(p)
  const requirementId = await client.requirement({ receiptsRequired: 2 })
  const due = (days: number) => ({ dueAt: iso(p.clock.now() + days * day + hour) })
  for (const days of [1, 3, 5, 9, 15, 20, 25, 33, 60]) ids.push(await client.package(requirementId, due(days)))
  const [, second = '', third = '', fourth = ''] = ids
  await client.follow(second, 'reviewed', 'approved', 'submitted')
  await client.follow(third, 'submitted', 'receipt_received')
  await client.follow(fourth, 'withdrawn')
  p.clock.advance(2 * day)
})
after(() => p[Symbol.asyncDispose]())

test('the overview counts overdue, due and submitted packages, and has the next due packages and the events by day', async () => {
  const { trend, next, ...counts } = await createWorkspaceClient(p).get('auditor', '/overview/submissions')
  // The packages that are not submitted yet are due in -1, 13, 18, 23, 31 and 58 days.
  assert.deepEqual(counts, {
    overdue: 1,
    dueIn7Days: 0,
    dueIn30Days: 3,
    waitingForReceipt: 1,
    countedUpTo: 10_000,
  })
  assert.deepEqual(
    // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
    next.map(({ submissionPackage, daysLeft, late, requirementTitle }: any) => [
      submissionPackage.id,
      daysLeft,
      late,
      requirementTitle,
    ]),
    [4, 5, 6, 7, 8].map((index, i) => [ids[index], [13, 18, 23, 31, 58][i], false, 'Register of information']),
  )
  // On this day, nine packages were created and six events recorded.
  const todayIndex = trend.days.indexOf('2099-11-20')
  assert.equal(todayIndex, 27)
  assert.deepEqual(
    trend.events,
    Array.from({ length: 30 }, (_, i) => (i === todayIndex ? 15 : 0)),
  )
  const otherOverview = await createWorkspaceClient(p, 'globex').get('contributor', '/overview/submissions')
  assert.deepEqual([otherOverview.overdue, otherOverview.waitingForReceipt, otherOverview.next], [0, 0, []])
  assert.equal((await p.call('GET', '/api/workspace/overview/submissions')).status, 401)
})
