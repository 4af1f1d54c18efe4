import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { boot, type Probata } from '#test/system.ts'
import { createSubmissionsClient, type SubmissionsClient } from './submissions-client.ts'

const job = 'create-scheduled-packages'
const monthly = (days: number) => ({ every: 'month', due: { count: days, unit: 'days' }, leadDays: 100 })

let p: Probata
let client: SubmissionsClient

before(async () => {
  p = await boot()
  p.clock.set(Date.parse('2027-06-25T08:00Z'))
  client = await createSubmissionsClient(p)
  await client.must(200, 'PATCH', '/settings', { timeZone: 'Europe/Berlin', holidayPlace: 'DE-BY' })
})
after(() => p[Symbol.asyncDispose]())

interface Difference {
  readonly id: string
  readonly submissionRequirementId: string
  readonly requirementTitle: string
  readonly periodKey: string
  readonly dueAt: string
  readonly differentDueAt: string
}

const read = (query = '') => client.must(200, 'GET', `/due-date-differences${query}`)
const differences = async (): Promise<Difference[]> => (await read('?limit=200')).differences

test('the list has the unsent packages of all schedules that would be due at another time, page by page', async () => {
  const [first, second, same] = [
    await client.requirement({}, { title: 'First figures', schedule: monthly(10) }),
    await client.requirement({}, { title: 'Second figures', schedule: monthly(12) }),
    await client.requirement({}, { title: 'Unchanged figures', schedule: monthly(14) }),
  ]
  await p.system.runJob(job)
  assert.deepEqual(await differences(), [])
  for (const id of [first, second])
    await client.must(200, 'PATCH', `/submission-requirements/${id}`, { schedule: monthly(20) })
  const all = await differences()
  assert.equal(all.length, 8)
  assert.deepEqual([...new Set(all.map(({ requirementTitle }) => requirementTitle))].toSorted(), [
    ...['First figures', 'Second figures'],
  ])
  assert.ok(!all.some(({ submissionRequirementId }) => submissionRequirementId === same))
  // 10 July 2027, the date before rest days are considered, is a Saturday.
  const june = all.find(one => one.submissionRequirementId === first && one.periodKey === '2027-06')
  assert.deepEqual([june?.dueAt, june?.differentDueAt], ['2027-07-12T21:59:59.999Z', '2027-07-20T21:59:59.999Z'])

  const paged: Difference[] = []
  for (let cursor = ''; ; ) {
    const page = await read(`?limit=3${cursor}`)
    paged.push(...page.differences)
    if (!page.pagination.nextCursor) break
    cursor = `&cursor=${page.pagination.nextCursor}`
  }
  assert.deepEqual(paged, all)

  const { id, differentDueAt } = june ?? { id: '', differentDueAt: '' }
  await client.must(200, 'POST', `/packages/${id}/apply-due-date`, { dueAt: differentDueAt })
  const [sent] = all.filter(one => one.id !== id)
  await client.follow(sent?.id ?? '', 'submitted')
  const left = (await differences()).map(one => one.id)
  assert.deepEqual(
    left,
    all.map(one => one.id).filter(one => one !== id && one !== sent?.id),
    'an applied and a sent package are no longer in it',
  )
})

test('another place of the workspace shows its differences, and another workspace sees none', async () => {
  await client.requirement(
    {},
    { title: 'Working days', schedule: { ...monthly(1), due: { count: 25, unit: 'workingDays' } } },
  )
  await p.system.runJob(job)
  const before = (await differences()).length
  await client.must(200, 'PATCH', '/settings', { holidayPlace: 'US' })
  const after = await differences()
  assert.ok(after.length > before && after.some(({ requirementTitle }) => requirementTitle === 'Working days'))
  const other = await createSubmissionsClient(p, 'globex')
  assert.deepEqual((await other.must(200, 'GET', '/due-date-differences')).differences, [])
  assert.equal((await client.ask('GET', '/due-date-differences?cursor=x')).status, 400)
})
