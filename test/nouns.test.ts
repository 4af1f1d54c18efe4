import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { referenceOf } from '#family/reference.ts'
import { parameterOf } from '#family/table.ts'
import { endpoints, families } from '#src/features.ts'
import { objectFor, type Property } from './access/values.ts'
import { boot, type Probata } from './system.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

type Fields = Readonly<Record<string, unknown>>

const endpointOf = (name: string) => {
  const endpoint = endpoints.find(one => one.name === name)
  assert.ok(endpoint?.workspace && endpoint.body, name)
  return { path: endpoint.workspace.path, body: endpoint.body }
}

/** Each noun with the path of its list and the body that creates a record. */
const nouns = families.flatMap(family => {
  if (!('declared' in family)) return []
  const { path, body } = endpointOf(`create${family.name}`)
  const { flow }: { flow?: Readonly<Record<string, readonly string[]>> } = Object(family.declared)
  return [{ ...family, key: String(family.key), path, flow, schema: Object(body) as Property }]
})

let p: Probata
let acme: WorkspaceClient
let globex: WorkspaceClient
let words = 0

/** The id of a record of each prefix, for references. */
const ids = new Map<string, string>()

before(async () => {
  p = await boot()
  acme = createWorkspaceClient(p)
  globex = createWorkspaceClient(p, 'globex')
  const { contributor = '' } = await acme.people()
  ids.set('prs', contributor)
})
after(() => p[Symbol.asyncDispose]())

const inputOf = (schema: Property): Fields => {
  const { reason: _, ...fields } = objectFor(schema, {
    canary: 'noun',
    now: p.clock.now,
    word: () => `noun ${++words}`,
    first: prefix => ids.get(prefix) ?? '',
  })
  return fields
}

test('there are at least sixteen', () => assert.ok(nouns.length >= 16))

for (const noun of nouns) {
  const { label, path, key, prefix, schema, record, flow } = noun
  describe(label, () => {
    const ask = (method: string, more: string, body?: Fields) => acme.ask('contributor', method, `${path}${more}`, body)
    let made: Fields

    test('a contributor creates one, under a new key, with its required fields', async () => {
      const input = inputOf(schema)
      const answer = await ask('POST', '', input)
      assert.equal(answer.status, 201, answer.text)
      made = answer.body
      ids.set(prefix, String(made.id))
      assert.match(String(made.id), new RegExp(`^${prefix}_`))
      for (const [field, value] of Object.entries(input)) assert.equal(made[field], value, field)
      const again = await ask('POST', '', { ...inputOf(schema), [key]: input[key] })
      assert.deepEqual([again.status, again.body.code], [409, 'record.key_taken'], again.text)
      for (const field of Object.keys(input)) {
        const { [field]: _, ...others } = inputOf(schema)
        const refused = await ask('POST', '', others)
        assert.equal(refused.status, 400, field)
      }
    })

    test('its references are checked', async () => {
      for (const [field, property] of Object.entries(record.properties)) {
        const reference = referenceOf(property)
        if (!reference) continue
        const refused = await ask('POST', '', { ...inputOf(schema), [field]: `${reference.target.prefix}_unknown` })
        const status = { not_found: 404, unprocessable: 422 }[String(reference.requirement.error)]
        assert.equal(refused.status, status, refused.text)
      }
    })

    test('it changes in the version that was seen, but for its key', async () => {
      const [one, title] = [`/${made.id}`, 'changed by a test']
      const changed = await ask('PATCH', one, { title })
      assert.deepEqual([changed.status, changed.body.title], [200, title], changed.text)
      assert.equal((await ask('PATCH', one, { [key]: 'other' })).status, 400)
      const cookie = (await acme.signedIn('contributor')).cookie
      const body = { title: 'changed by an outdated page', reason: 'to overwrite the change of another' }
      const headers = { 'if-match': '"0000000000000000000000"' }
      const stale = await p.call('PATCH', `/api/workspace${path}${one}`, { cookie, body, headers })
      assert.equal(stale.status, 412, stale.text)
    })

    test('its status follows its flow', async () => {
      if (!flow) return assert.equal((await ask('PATCH', `/${made.id}`, { status: 'retired' })).status, 400)
      const from = String(made.status)
      const next = flow[from] ?? []
      const impossible = Object.keys(flow).find(status => status !== from && !next.includes(status))
      if (impossible) assert.equal((await ask('PATCH', `/${made.id}`, { status: impossible })).status, 422)
      const moved = await ask('PATCH', `/${made.id}`, { status: next[0] })
      assert.deepEqual([moved.status, moved.body.status], [200, next[0]], moved.text)
    })

    test('reviewers and auditors do not write it, and another workspace does not find it', async () => {
      for (const person of ['reviewer', 'auditor']) {
        assert.equal((await acme.ask(person, 'POST', path, inputOf(schema))).status, 403, person)
        assert.equal((await acme.ask(person, 'PATCH', `${path}/${made.id}`, {})).status, 403, person)
      }
      assert.equal((await globex.ask('admin', 'PATCH', `${path}/${made.id}`, {})).status, 404)
      assert.equal((await globex.ask('admin', 'GET', `${path}/${made.id}`)).status, 404)
    })

    test('it is the first of its list, and its page has the name of its parameter', async () => {
      const { parameter } = parameterOf(noun)
      assert.equal(endpointOf(`update${noun.name}`).path, `${path}/{${parameter}}`)
      const [listed] = Object.values<Fields[]>(await acme.get('auditor', path)).filter(Array.isArray)
      assert.ok(listed?.[0]?.id === made.id)
    })
  })
}
