import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noon } from '#test/fixture.ts'
import { boot, type Probata } from '#test/system.ts'
import { createWorkspaceClient, type WorkspaceClient } from '#test/workspace-client.ts'
import { catalog, entriesOf } from './catalog.ts'

let p: Probata
let client: WorkspaceClient

const path = '/requirement-templates'
const list = (query = '', person = 'contributor') => client.get(person, `${path}${query}`)
const create = async (body: Record<string, unknown>) => {
  const response = await client.ask('admin', 'POST', path, body)
  assert.equal(response.status, 200, response.text)
  return response.body
}
const keysOf = (records: readonly { readonly requirementKey: string }[]) =>
  records.map(({ requirementKey }) => requirementKey)
const keysIn = (templates: readonly { readonly key: string }[]) => templates.map(({ key }) => key)

before(async () => {
  p = await boot()
  p.clock.set(noon)
  client = createWorkspaceClient(p)
})
after(() => p[Symbol.asyncDispose]())

describe('templates of requirements', { concurrency: false }, () => {
  test('the list has all templates in both languages; scheme and search narrow it', async () => {
    const { schemes, templates } = await list()
    assert.equal(templates.length, catalog.length)
    assert.deepEqual(
      schemes.map(({ scheme, clauses, framework }: Record<string, unknown>) => [scheme, clauses, framework]),
      [
        ['iso27001', 93, null],
        ['soc2', 38, null],
        ['dora', 52, null],
        ['nis2', 22, null],
        ['gdpr', 18, null],
        ['ai_act', 30, null],
      ],
    )
    const restore = await list('?scheme=dora&language=de&search=Wiederherstellung%20rücksicherung')
    assert.deepEqual(keysIn(restore.templates), ['RESTORE-TEST'])
    assert.deepEqual(restore.templates[0], {
      key: 'RESTORE-TEST',
      topic: 'Notfallvorsorge und Wiederherstellung',
      title: 'Wiederherstellungstest',
      proof:
        'Ein Protokoll der Rücksicherung: System, verwendete Sicherung, Dauer im Vergleich zum Ziel, Prüfung der Vollständigkeit und Ausführende.',
      source: 'Sicherungssystem',
      owner: 'IT-Betrieb',
      validityDays: 90,
      answers: [
        { scheme: 'iso27001', clauses: ['A.8.13', 'A.5.30'] },
        { scheme: 'soc2', clauses: ['A1.3', 'CC7.5'] },
        { scheme: 'dora', clauses: ['Art. 12(2)', 'Art. 12(3)', 'Art. 12(6)'] },
        { scheme: 'nis2', clauses: ['Art. 21(2)(c)'] },
        { scheme: 'gdpr', clauses: ['Art. 32(1)(c)', 'Art. 32(1)(d)'] },
      ],
      requirement: null,
    })
    assert.deepEqual(keysIn((await list('?search=A.8.13')).templates), [
      'BACKUP-JOBS',
      'RESTORE-TEST',
      'BACKUP-ISOLATION',
    ])
    assert.deepEqual((await list('?search=nothing-like-it')).templates, [])
  })

  test('chosen templates become requirements like those that an administrator writes; existing ones are skipped', async () => {
    const eventsBefore = await p.sql(
      `select count(*)::int as count from outbox_event where type = 'evidence.requirement.created'`,
    )
    const first = await create({ keys: ['MFA', 'RESTORE-TEST'], status: 'active' })
    assert.deepEqual([keysOf(first.created), first.skipped, first.framework], [['MFA', 'RESTORE-TEST'], [], null])
    const again = await create({ keys: ['RESTORE-TEST', 'PATCHING', 'MFA'], language: 'de' })
    assert.deepEqual(keysOf(again.created), ['PATCHING'])
    assert.deepEqual(
      again.skipped
        .map(({ requirementKey, status, title }: Record<string, unknown>) => [requirementKey, status, title])
        .toSorted(),
      [
        ['MFA', 'active', 'Multi-factor sign-in'],
        ['RESTORE-TEST', 'active', 'Restore test'],
      ],
    )
    const [{ id }] = again.created
    const { title, description, status, validityDays, owner } = await client.get(
      'contributor',
      `/evidence-requirements/${id}`,
    )
    assert.deepEqual([title, status, validityDays, owner], ['Fristgerechte Patches', 'draft', 30, null])
    assert.match(
      description,
      /Übliche Quelle: Scanner\nÜbliche Zuständigkeit: IT-Betrieb\nBelegt:\n- ISO\/IEC 27001, Anhang A: A\.8\.8, A\.8\.19\n/,
    )
    const events = await p.sql(
      `select count(*)::int as count from outbox_event where type = 'evidence.requirement.created'`,
    )
    assert.equal(Number(events[0]?.count) - Number(eventsBefore[0]?.count), 3)
    const { auditEvents: audited } = await client.get('admin', `/audit?resourceId=${id}`)
    assert.deepEqual(audited.map(({ action }: Record<string, unknown>) => action).toSorted(), [
      'evidence.requirement.create',
      'evidence.requirement.create_from_templates',
    ])
    const { templates } = await list('?search=patches applied in time')
    assert.deepEqual(templates[0].requirement, { id, status: 'draft' })
  })

  test('a scheme adds its framework with clauses and controls, so that coverage is visible immediately', async () => {
    const { created, skipped, framework } = await create({
      keys: ['SECURITY-POLICY', 'MFA'],
      status: 'active',
      scheme: 'iso27001',
    })
    assert.deepEqual([keysOf(created), keysOf(skipped)], [['SECURITY-POLICY'], ['MFA']])
    // The requirements of the tests above are linked too.
    const { id, ...linked } = framework
    assert.deepEqual(linked, {
      title: 'ISO/IEC 27001, Annex A',
      isNew: true,
      clauses: 93,
      controls: 4,
      links: 7,
      raised: 0,
      answered: 7,
      leftOut: [],
    })
    const { clauses } = await client.get('contributor', `/frameworks/${id}/clauses?limit=200`)
    const state = (clauseKey: string) =>
      clauses.find((clause: Record<string, unknown>) => clause.clauseKey === clauseKey)
    assert.deepEqual(
      [state('A.8').isAssessable, state('A.8.13').parentKey, state('A.8.13').title],
      [false, 'A.8', 'Copies that can be restored'],
    )
    const { frameworkTitle, parent } = await client.get('contributor', `/clauses/${state('A.8.13').id}`)
    assert.deepEqual(
      [frameworkTitle, parent],
      ['ISO/IEC 27001, Annex A', { id: state('A.8').id, title: state('A.8').title }],
    )
    assert.equal((await client.get('contributor', `/clauses/${state('A.8').id}`)).parent, null)
    assert.deepEqual([state('A.8.13').coverage.state, state('A.8.14').coverage.state], ['unproven', 'unmapped'])
    const { requirementId } = { requirementId: skipped[0].id }
    const claim = await client.claim('mfa-1', { evidenceRequirementId: requirementId })
    await client.decide(claim, 'approve')
    const extents = async (clauseKey: string) => {
      const detail = await client.get('contributor', `/clauses/${state(clauseKey).id}`)
      return detail.answers.map(({ controlKey, extent }: Record<string, unknown>) => [controlKey, extent])
    }
    // MFA alone answers A.8.5; SECRETS, which the workspace lacks, also answers A.5.17.
    assert.deepEqual(await extents('A.8.5'), [['MFA', 'full']])
    assert.deepEqual(await extents('A.5.17'), [['MFA', 'partial']])
    const { clauses: currentClauses } = await client.get('contributor', `/frameworks/${id}/clauses?limit=200`)
    const coverage = (key: string) =>
      currentClauses.find((clause: Record<string, unknown>) => clause.clauseKey === key).coverage.state
    assert.deepEqual([coverage('A.8.5'), coverage('A.5.17')], ['proven', 'partly_proven'])
  })

  test('a second call adds only missing records and does not change links that people made', async () => {
    const { framework } = await create({ keys: ['SECRETS'], status: 'active', scheme: 'iso27001' })
    const { id, title: _, ...linked } = framework
    const counts = { controls: 1, links: 2, raised: 1, answered: 8 }
    assert.deepEqual(linked, { isNew: false, clauses: 0, ...counts, leftOut: [] })
    // With SECRETS, the earlier partial answer of MFA to A.5.17 is full as well.
    const { clauses } = await client.get('contributor', `/frameworks/${id}/clauses?limit=200`)
    const { id: clauseId } = clauses.find((clause: Record<string, unknown>) => clause.clauseKey === 'A.5.17')
    const { answers } = await client.get('contributor', `/clauses/${clauseId}`)
    assert.deepEqual(
      answers.map(({ controlKey, extent, note }: Record<string, unknown>) => [controlKey, extent, note]).sort(),
      [
        ['MFA', 'full', null],
        ['SECRETS', 'full', null],
      ],
    )
    const repeat = await create({ keys: [], scheme: 'iso27001' })
    assert.deepEqual([repeat.created, repeat.framework.links, repeat.framework.controls], [[], 0, 0])
    // An answer that a person rated as partial stays partial.
    await p.sql(
      `update clause_control set extent = 'partial', record = replace(record, '"full"', '"partial"')
        where clause_id = $1 and control_id = $2`,
      [clauseId, answers[0].controlId],
    )
    assert.equal((await create({ keys: [], scheme: 'iso27001' })).framework.raised, 0)
    const { schemes } = await list()
    assert.deepEqual(schemes[0].framework, { id, status: 'active' })
    // One requirement serves several frameworks: the same controls answer NIS2.
    const { framework: nis2 } = await create({ keys: [], scheme: 'nis2', language: 'de' })
    assert.deepEqual([nis2.title, nis2.controls, nis2.isNew], ['NIS2', 0, true])
  })

  test('controls that cannot be linked are listed, and a retired framework is rejected', async () => {
    const { controls } = await client.get('contributor', '/controls?limit=100')
    const control = controls.find(({ controlKey }: Record<string, unknown>) => controlKey === 'PATCHING')
    const retired = await client.ask('admin', 'PATCH', `/controls/${control.id}`, { status: 'retired' })
    assert.equal(retired.status, 200, retired.text)
    const { framework } = await create({ keys: [], scheme: 'soc2' })
    assert.deepEqual(framework.leftOut, ['PATCHING'])
    const { id } = framework
    assert.equal((await client.ask('admin', 'PATCH', `/frameworks/${id}`, { status: 'retired' })).status, 200)
    const rejection = await client.ask('admin', 'POST', path, { keys: ['NDA'], scheme: 'soc2' })
    assert.deepEqual([rejection.status, rejection.body.code], [422, 'template.framework_retired'])
    assert.deepEqual((await list('?search=Confidentiality agreements')).templates[0].requirement, null)
  })

  test('all templates of a scheme are created in one call', async () => {
    const keys = keysIn(entriesOf('dora'))
    const { created, skipped, framework } = await create({ keys, scheme: 'dora', status: 'active' })
    assert.equal(created.length + skipped.length, keys.length)
    assert.deepEqual([framework.clauses, framework.answered, framework.leftOut], [52, 51, ['PATCHING']])
  })

  test('unknown and repeated keys, an empty choice and other roles are rejected', async () => {
    const ask = (person: string, body: Record<string, unknown>) => client.ask(person, 'POST', path, body)
    const unknown = await ask('admin', { keys: ['MFA', 'BKP-01'] })
    assert.deepEqual([unknown.status, unknown.body.issues[0].code], [400, 'field.no_template'])
    const twice = await ask('admin', { keys: ['MFA', 'MFA'] })
    assert.deepEqual([twice.status, twice.body.issues[0].path], [400, ['keys', 1]])
    const empty = await ask('admin', { keys: [] })
    assert.deepEqual([empty.status, empty.body.code], [422, 'template.none_chosen'])
    for (const person of ['contributor', 'reviewer', 'auditor'])
      assert.equal((await ask(person, { keys: ['NDA'] })).status, 403, person)
    const other = await createWorkspaceClient(p, 'globex').get('admin', `${path}?search=Multi-factor`)
    assert.equal(other.templates[0].requirement, null)
  })
})
