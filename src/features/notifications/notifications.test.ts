import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { day, hour, iso } from '#lib/clock.ts'
import { createFindingsClient, type FindingsClient, findingInput } from '#test/findings-client.ts'
import { claimInput, noon } from '#test/fixture.ts'
import { createBells } from '#test/notifications-client.ts'
import { boot, type Probata } from '#test/system.ts'

let p: Probata
let client: FindingsClient
let globex: FindingsClient
let bells: ReturnType<typeof createBells>
let people: Readonly<Record<string, string>>

before(async () => {
  p = await boot()
  p.clock.set(noon)
  client = await createFindingsClient(p)
  globex = await createFindingsClient(p, 'globex')
  bells = createBells(p, client)
  people = await client.people()
})
after(() => p[Symbol.asyncDispose]())

const findingOf = (person: string, fields: Readonly<Record<string, unknown>> = {}, by = 'admin') =>
  client.must(201, by, 'POST', '/findings', findingInput({ ownerId: people[person], ...fields }))

describe('work with a date', () => {
  test('a finding has one notification for each step that it reaches, until it is remediated', async () => {
    const due = p.clock.now() + 20 * day
    const { id } = await findingOf('contributor', { dueAt: iso(due) })
    const seen: string[][] = []
    for (const time of [p.clock.now(), due - 7 * day, due - day, due + hour, due + 5 * day]) {
      await bells.at(time)
      seen.push(await bells.about('contributor', id))
    }
    assert.deepEqual(seen, [
      ['assigned once'],
      ['finding_remediation days_7', 'assigned once'],
      ['finding_remediation days_1', 'assigned once'],
      ['finding_remediation late', 'assigned once'],
      ['finding_remediation late', 'assigned once'],
    ])
    await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
    await bells.run()
    assert.deepEqual(await bells.about('contributor', id), ['assigned once'])
  })
})
