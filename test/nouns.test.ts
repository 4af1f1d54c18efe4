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
  const endpoint = endpoints.find(candidate => candidate.name === name)
  assert.ok(endpoint?.workspace && endpoint.body, name)
  return { path: endpoint.workspace.path, body: endpoint.body }
}

/** The nouns, each with the path of its list and the body with which a record is created. */
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

/** The id of one record for each prefix, to which other records refer. */
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

test('there are at least sixteen nouns', () => assert.ok(nouns.length >= 16))

for (const noun of nouns) {
  const { label, path, key, prefix, schema, record, flow } = noun
  describe(label, () => {
    const ask = (method: string, more: string, body?: Fields) => acme.ask('contributor', method, `${path}${more}`, body)
    let created: Fields

    test('a contributor creates one, under a new key, with its required fields', async () => {
      const input = inputOf(schema)
      const response = await ask('POST', '', input)
      assert.equal(response.status, 201, response.text)
      created = response.body
      ids.set(prefix, String(created.id))
      assert.match(String(created.id), new RegExp(`^${prefix}_`))
      for (const [field, value] of Object.entries(input)) assert.equal(created[field], value, field)
      const duplicate = await ask('POST', '', { ...inputOf(schema), [key]: input[key] })
      assert.deepEqual([duplicate.status, duplicate.body.code], [409, 'record.key_taken'], duplicate.text)
      for (const field of Object.keys(input)) {
        const { [field]: _, ...others } = inputOf(schema)
        const rejection = await ask('POST', '', others)
        assert.equal(rejection.status, 400, field)
      }
    })

    test('its references are checked', async () => {
      for (const [field, property] of Object.entries(record.properties)) {
        const reference = referenceOf(property)
        if (!reference) continue
        const rejection = await ask('POST', '', { ...inputOf(schema), [field]: `${reference.target.prefix}_unknown` })
        const status = { not_found: 404, unprocessable: 422 }[String(reference.requirement.error)]
        assert.equal(rejection.status, status, rejection.text)
      }
    })

    test('its fields except the key can be changed, unless the expected version is outdated', async () => {
      const [recordPath, title] = [`/${created.id}`, 'changed by a test']
      const change = await ask('PATCH', recordPath, { title })
      assert.deepEqual([change.status, change.body.title], [200, title], change.text)
      assert.equal((await ask('PATCH', recordPath, { [key]: 'other' })).status, 400)
      const cookie = (await acme.signedIn('contributor')).cookie
      const body = { title: 'changed by an outdated page', reason: 'to overwrite the change of another' }
      const headers = { 'if-match': '"0000000000000000000000"' }
      const staleChange = await p.call('PATCH', `/api/workspace${path}${recordPath}`, { cookie, body, headers })
      assert.equal(staleChange.status, 412, staleChange.text)
    })

    test('its status follows its flow', async () => {
      if (!flow) return assert.equal((await ask('PATCH', `/${created.id}`, { status: 'retired' })).status, 400)
      const from = String(created.status)
      const next = flow[from] ?? []
      const impossible = Object.keys(flow).find(status => status !== from && !next.includes(status))
      if (impossible) assert.equal((await ask('PATCH', `/${created.id}`, { status: impossible })).status, 422)
      const move = await ask('PATCH', `/${created.id}`, { status: next[0] })
      assert.deepEqual([move.status, move.body.status], [200, next[0]], move.text)
    })

    test('reviewers and auditors do not write it, and another workspace does not find it', async () => {
      for (const person of ['reviewer', 'auditor']) {
        assert.equal((await acme.ask(person, 'POST', path, inputOf(schema))).status, 403, person)
        assert.equal((await acme.ask(person, 'PATCH', `${path}/${created.id}`, {})).status, 403, person)
      }
      assert.equal((await globex.ask('admin', 'PATCH', `${path}/${created.id}`, {})).status, 404)
      assert.equal((await globex.ask('admin', 'GET', `${path}/${created.id}`)).status, 404)
    })

    test('it comes first in its list, and the path of its detail has the name of its parameter', async () => {
      const { parameter } = parameterOf(noun)
      assert.equal(endpointOf(`update${noun.name}`).path, `${path}/{${parameter}}`)
      const [records] = Object.values<Fields[]>(await acme.get('auditor', path)).filter(Array.isArray)
      assert.ok(records?.[0]?.id === created.id)
    })
  })
}
