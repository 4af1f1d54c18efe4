import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { day, minute } from '#lib/clock.ts'
import { createAssessing } from '#test/assessing.ts'
import { createFindingsClient, type FindingsClient } from '#test/findings-client.ts'
import { claimInput, noon } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient } from '#test/workspace-client.ts'

let p: Probata
let acme: FindingsClient
let people: Readonly<Record<string, string>>
/** The date of the clock, which starts at `noon`. */
let today = Temporal.PlainDate.from('2099-11-20')
let wordCount = 0
const word = () => `deputy-${++wordCount}`

const second = 'second.reviewer'
const everyone = ['admin', 'reviewer', 'contributor', 'auditor', second]

before(async () => {
  p = await boot()
  p.clock.set(noon)
  acme = await createFindingsClient(p)
  people = await acme.people()
})
after(() => p[Symbol.asyncDispose]())

interface Work {
  readonly kind: string
  readonly id: string
  readonly onBehalfOf: { readonly id: string; readonly name: string } | null
}

interface Setting {
  readonly deputy?: string | null
  readonly always?: boolean
  readonly from?: string | null
  readonly until?: string | null
}

const passDays = (days: number): void => {
  p.clock.advance(days * day)
  today = today.add({ days })
}

/** The date this many days from today. */
const date = (days: number) => today.add({ days }).toString()
const bodyOf = ({ deputy = null, always = false, from = null, until = null }: Setting) => ({
  ...{ deputyId: deputy === null ? null : (people[deputy] ?? deputy), always, absentFrom: from, absentUntil: until },
})
/** Sets the own deputy, without the reason that other changes have. */
const set = async (person: string, setting: Setting) =>
  p.call('PUT', '/api/workspace/account/deputy', { ...(await acme.signedIn(person)), body: bodyOf(setting) })
const mustSet = async (person: string, setting: Setting) => {
  const response = await set(person, setting)
  assert.equal(response.status, 200, response.text)
  return response.body
}
const away = (deputy: string): Setting => ({ deputy, from: date(0), until: date(5) })
const read = (reader: string, person: string) => acme.get(reader, `/people/${people[person]}/deputy?with=uncovered`)

const workOf = async (person: string, query = ''): Promise<readonly Work[]> =>
  (await acme.get(person, `/my-work?limit=200${query}`)).work
/** The work that a person has for others: the record and the name of the other. */
const forOthers = async (person: string) =>
  Object.fromEntries(
    (await workOf(person)).flatMap(({ id, onBehalfOf }) => (onBehalfOf ? [[id, onBehalfOf.name]] : [])),
  )

const findingOf = async (owner: string): Promise<string> => (await acme.finding({ ownerId: people[owner] })).id
const claimFor = async (reviewer: string, maker = 'contributor', over = {}): Promise<string> => {
  const { id } = await acme.must(201, maker, 'POST', '/claims', claimInput(word(), over))
  await acme.must(200, 'admin', 'POST', `/claims/${id}/assign`, { reviewerId: people[reviewer] })
  return id
}

beforeEach(async () => {
  for (const person of everyone) await mustSet(person, {})
})

test('the work of an absent person is in the work of the deputy, marked, from the first to the last day', async () => {
  const [finding, claim] = [await findingOf('reviewer'), await claimFor('reviewer')]
  await mustSet('reviewer', { deputy: second, from: date(1), until: date(3) })
  assert.deepEqual(await forOthers(second), {})
  for (const days of [1, 2]) {
    passDays(days)
    const found = await forOthers(second)
    assert.deepEqual([found[finding], found[claim]], ['reviewer of acme', 'reviewer of acme'])
    assert.deepEqual(await forOthers('admin'), {})
    const own = (await workOf('reviewer')).filter(({ id }) => id === claim || id === finding)
    assert.deepEqual(
      own.map(({ onBehalfOf }) => onBehalfOf),
      [null, null],
      'the person keeps it',
    )
  }
  passDays(1)
  assert.deepEqual(await forOthers(second), {})
  await mustSet('reviewer', { deputy: second, always: true })
  assert.equal((await forOthers(second))[claim], 'reviewer of acme')
})

test('the counts of the overview include the work for others, and pages have each record once', async () => {
  for (let i = 0; i < 3; i++) {
    await findingOf('reviewer')
    await findingOf(second)
    await claimFor('reviewer')
  }
  await mustSet('reviewer', away(second))
  const { counts } = await acme.get(second, '/overview/work')
  for (const { kind, count } of counts) assert.equal(count, (await workOf(second, `&kind=${kind}`)).length, kind)
  for (const order of ['due', 'kind']) {
    const all = await workOf(second, `&order=${order}`)
    assert.equal(new Set(all.map(({ id, kind }) => `${kind} ${id}`)).size, all.length)
    const paged: Work[] = []
    for (let cursor = ''; ; ) {
      const { work, pagination } = await acme.get(second, `/my-work?order=${order}&limit=2${cursor}`)
      paged.push(...work)
      if (!pagination.nextCursor) break
      cursor = `&cursor=${pagination.nextCursor}`
    }
    assert.deepEqual(paged, all)
  }
})

test('the deputy decides under their own name', async () => {
  const claim = await claimFor('reviewer')
  await mustSet('reviewer', away(second))
  const { reviewedDigest } = await acme.get(second, `/claims/${claim}`)
  await acme.must(200, second, 'POST', `/claims/${claim}/approve`, { reviewedDigest })
  assert.equal((await forOthers(second))[claim], undefined)
  const { auditEvents } = await acme.get('auditor', `/audit?resourceId=${claim}&action=evidence.claim.approve`)
  assert.equal(auditEvents[0].actorId, people[second])
})

test('a deputy without the role, the unit or the distance to a record does not get it and may not do it', async () => {
  const unit = async () => (await acme.must(201, 'admin', 'POST', '/units', { unitKey: word(), title: word() })).id
  const [own, other] = [await unit(), await unit()]
  const requirement = await acme.must(201, 'admin', 'POST', '/evidence-requirements', {
    ...{ requirementKey: word(), title: word(), status: 'active' },
  })
  const ofAdmin = await claimFor('reviewer', 'admin')
  const ofUnit = await claimFor('reviewer', 'contributor', { evidenceRequirementId: requirement.id })
  const fine = await claimFor('reviewer')
  const seen = async (deputy: string) => {
    const found = await forOthers(deputy)
    return [ofAdmin, ofUnit, fine].map(id => id in found)
  }
  await mustSet('reviewer', away('admin'))
  assert.deepEqual(await seen('admin'), [false, true, true], 'its maker')
  const { reviewedDigest } = await acme.get('admin', `/claims/${ofAdmin}`)
  await acme.must(403, 'admin', 'POST', `/claims/${ofAdmin}/approve`, { reviewedDigest })
  await mustSet('reviewer', away(second))

  await acme.must(200, 'admin', 'POST', '/placements', { recordIds: [requirement.id], unitId: own })
  await acme.must(200, 'admin', 'PATCH', `/people/${people[second]}`, { unitIds: [other] })
  assert.deepEqual(await seen(second), [true, false, true], 'another unit')
  await acme.must(404, second, 'GET', `/claims/${ofUnit}`)
  const { uncovered } = await read('reviewer', 'reviewer')
  assert.deepEqual(uncovered.find(({ kind }: Work) => kind === 'claim_review')?.count, 1, 'named to the person')
  assert.equal((await read('contributor', 'reviewer')).uncovered, null, 'and to no one else')
  await acme.must(200, 'admin', 'PATCH', `/people/${people[second]}`, { unitIds: null })

  await mustSet('reviewer', away('contributor'))
  assert.deepEqual(await seen('contributor'), [false, false, false], 'another role')
})

test('a custodian of the maker does not get the claim as the deputy of its reviewer', async () => {
  const claim = await claimFor('reviewer')
  await mustSet('reviewer', away(second))
  assert.ok(claim in (await forOthers(second)))
  await p.sql(
    `insert into custodian (organization_id, person_id, custodian_id, why, since, applies_from)
     select organization_id, id, $2, 'invitation', now(), now() - interval '1 day' from person where id = $1`,
    [people.contributor, people[second]],
  )
  p.system.services.identities.forget()
  assert.equal(claim in (await forOthers(second)), false)
  const { reviewedDigest } = await acme.get(second, `/claims/${claim}`)
  await acme.must(403, second, 'POST', `/claims/${claim}/approve`, { reviewedDigest })
  await p.sql('delete from custodian where person_id = $1', [people.contributor])
})

test('personal work cannot be taken over, and is counted', async () => {
  const assessing = await createAssessing(p)
  const { id } = await assessing.plan({ assessorId: people.contributor, assigneeIds: [] })
  await mustSet('contributor', away(second))
  assert.equal(id in (await forOthers(second)), false)
  const { uncovered } = await read('admin', 'contributor')
  assert.ok(uncovered.some(({ kind, count }: Work & { count: number }) => kind === 'assessment_answers' && count > 0))
})

test('the work of an absent deputy goes no further, and both absences are shown', async () => {
  const finding = await findingOf('contributor')
  await mustSet('contributor', away('reviewer'))
  await mustSet('reviewer', away(second))
  await mustSet(second, away('contributor'))
  assert.ok(finding in (await forOthers('reviewer')))
  assert.equal(finding in (await forOthers(second)), false)
  const shown = await read('auditor', 'contributor')
  assert.deepEqual(shown.deputy, {
    ...{ id: people.reviewer, name: 'reviewer of acme', status: 'active', absentUntil: date(5) },
  })
  assert.deepEqual([shown.isAbsent, shown.absentUntil], [true, date(5)])
})

test('a disabled deputy is named, and a disabled person shares no work', async () => {
  const finding = await findingOf('contributor')
  const disable = (person: string, disabled: boolean) =>
    acme.must(200, 'admin', 'PATCH', `/people/${people[person]}`, { disabled })
  await mustSet('contributor', away('reviewer'))
  await disable('reviewer', true)
  const shown = await read('admin', 'contributor')
  assert.equal(shown.deputy.status, 'disabled')
  assert.ok(shown.uncovered.some(({ kind }: Work) => kind === 'finding_remediation'))
  assert.equal((await set('admin', away('reviewer'))).body.code, 'deputy.disabled')
  await disable('reviewer', false)
  p.clock.advance(6 * minute)
  assert.ok(finding in (await forOthers('reviewer')))
  await disable('contributor', true)
  assert.deepEqual(await forOthers('reviewer'), {})
  await disable('contributor', false)
  p.clock.advance(6 * minute)
})

test('invalid settings are refused, with the field', async () => {
  const problems: readonly (readonly [Setting, number, string])[] = [
    [{ deputy: 'reviewer' }, 422, 'deputy.self'],
    [{ deputy: 'prs_none' }, 404, ''],
    [{ always: true }, 400, 'deputyId'],
    [{ from: date(1) }, 400, 'absentUntil'],
    [{ until: date(1) }, 400, 'absentFrom'],
    [{ from: date(2), until: date(1) }, 400, 'absentUntil'],
    [{ from: date(-9), until: date(-8) }, 400, 'absentUntil'],
    [{ from: date(0), until: date(800) }, 400, 'absentUntil'],
    [{ from: '2026-02-30', until: '2026-03-01' }, 400, 'absentFrom'],
    [{ from: 'soon', until: date(1) }, 400, 'absentFrom'],
  ]
  for (const [setting, status, name] of problems) {
    const { body, text, ...response } = await set('reviewer', setting)
    assert.equal(response.status, status, text)
    if (name !== '') assert.equal(status === 400 ? body.issues[0].path[0] : body.code, name, text)
  }
  const globex = await createWorkspaceClient(p, 'globex').people()
  assert.equal((await set('reviewer', { deputy: globex.reviewer ?? '' })).status, 404)
})

test('an administrator sets the deputy of another person, with a reason in the trail', async () => {
  const path = `/people/${people.contributor}/deputy`
  for (const person of ['reviewer', 'contributor', 'auditor'])
    await acme.must(403, person, 'PUT', path, bodyOf(away('reviewer')))
  await acme.must(400, 'admin', 'PUT', path, { ...bodyOf(away('reviewer')), reason: '' })
  await acme.must(404, 'admin', 'PUT', '/people/prs_none/deputy', bodyOf(away('reviewer')))
  await acme.must(422, 'admin', 'PUT', path, bodyOf(away('contributor')))
  await acme.must(200, 'admin', 'PUT', path, { ...bodyOf(away('reviewer')), reason: 'Ill since this morning' })
  const { auditEvents } = await acme.get('admin', `/audit?action=person.set_deputy&limit=1`)
  assert.deepEqual(
    [auditEvents[0].resourceId, auditEvents[0].reason, auditEvents[0].detail],
    [people.contributor, 'Ill since this morning', `deputy ${people.reviewer}; absent ${date(0)} to ${date(5)}`],
  )
  assert.deepEqual((await read('reviewer', 'reviewer')).deputyFor, [
    { id: people.contributor, name: 'contributor of acme' },
  ])
  const globex = createWorkspaceClient(p, 'globex')
  assert.equal((await globex.ask('admin', 'GET', path)).status, 404)
  assert.equal((await globex.ask('admin', 'PUT', path, bodyOf({}))).status, 404)
})

test('a person is the deputy of at most 10 others', async () => {
  await p.sql(
    `insert into deputy (organization_id, person_id, deputy_id, always)
     select p.organization_id, p.id, o.id, false from person o join person p on p.organization_id = o.organization_id
      where o.id = $1 and p.id <> o.id on conflict (organization_id, person_id) do nothing`,
    [people.admin],
  )
  await p.sql(
    `with extra as (
       insert into person (organization_id, id, role, disabled, record, login_id)
       select organization_id, left(id, 26) || lpad(i::text, 4, '0'), role, disabled, record, login_id
         from person, generate_series(1, 10) i where id = $1 returning organization_id, id)
     insert into deputy (organization_id, person_id, deputy_id) select organization_id, id, $2::text from extra`,
    [people.auditor, people.admin],
  )
  assert.equal((await set('reviewer', away('admin'))).body.code, 'deputy.limit')
  await p.sql(`delete from deputy where person_id ~ '[0-9]{4}$' and deputy_id = $1`, [people.admin])
})
