import assert from 'node:assert/strict'
import { claimInput } from './fixture.ts'
import type { Probata } from './system.ts'
import type { WorkspaceClient } from './workspace-client.ts'

type Fields = Readonly<Record<string, unknown>>

export const question = 'Which volumes did the job restore?'

/** The steps of asking and answering questions about claims, taken by the people of a workspace. */
export const createRounds = (p: Probata, client: WorkspaceClient) => {
  let count = 0
  const nextKey = () => `asked-${++count}`

  /** Creates a claim as a person, by default as the contributor. */
  const claimOf = async (person = 'contributor', over: Fields = {}): Promise<string> => {
    const { status, body, text } = await client.ask(person, 'POST', '/claims', claimInput(nextKey(), over))
    assert.equal(status, 201, text)
    return body.id
  }

  const read = (id: string, person = 'reviewer') => client.get(person, `/claims/${id}`)

  const act = (person: string, id: string, verb: string, body: Fields = {}) =>
    client.ask(person, 'POST', `/claims/${id}/${verb}`, body)

  const must = async (person: string, id: string, verb: string, body: Fields = {}) => {
    const { status, body: record, text } = await act(person, id, verb, body)
    assert.equal(status, 200, `${verb}: ${text}`)
    return record
  }

  /** Asserts that the server rejects a step with this status and code. */
  const refused = async (expected: readonly [number, string], person: string, id: string, verb: string, body = {}) => {
    const { status, body: refusal, text } = await act(person, id, verb, body)
    assert.deepEqual([status, refusal.code], expected, `${person} ${verb}: ${text}`)
  }

  const decide = async (id: string, verb: 'approve' | 'reject', person = 'reviewer') =>
    must(person, id, verb, { reviewedDigest: (await read(id, person)).reviewedDigest })

  const workOf = async (person: string, kind: string): Promise<string[]> =>
    (await client.get(person, `/my-work?limit=200&kind=${kind}`)).work.map(({ id }: { id: string }) => id)

  return {
    ...{ nextKey, claimOf, read, act, must, refused, decide },
    ask: (id: string, person = 'reviewer') => must(person, id, 'ask', { question }),
    /** Returns, for each person, whether the claim is in their work of this kind. */
    needs: (id: string, kind: string, persons: readonly string[]) =>
      Promise.all(persons.map(async person => (await workOf(person, kind)).includes(id))),
    /** Returns the events that name the claim. */
    async eventsOf(id: string) {
      const rows = await p.sql('select type, body from outbox_event where body like $1 order by id', [`%${id}%`])
      return rows.map(({ type, body }) => ({ type, body: JSON.parse(String(body)) }))
    },
    async auditOf(id: string) {
      const rows = await p.sql('select record from audit_event where resource_id = $1 order by id', [id])
      return rows.map(({ record }) => JSON.parse(String(record)))
    },
  }
}
