import assert from 'node:assert/strict'
import type { ApiResponse } from './client.ts'
import { createFindingsClient, type FindingsClient, unique } from './findings-client.ts'
import type { Probata } from './system.ts'

/** A comment as people see it in a response. */
export interface ShownComment {
  readonly id: string
  readonly text: string | null
  readonly author: { readonly id: string; readonly name: string }
  readonly mentions: readonly { readonly id: string; readonly name: string; readonly seesRecord: boolean }[]
  readonly editedAt: string | null
  readonly deletedBy: string | null
  readonly editableUntil: string | null
  readonly mayRemove: boolean
}

/** The actions on comments that tests perform in one workspace. */
export interface CommentsClient extends FindingsClient {
  /** The ids of the people, by the local part of their e-mail address. */
  readonly personIds: Readonly<Record<string, string>>
  /** Calls as a person, without adding the reason that other changes need. */
  send(person: string, method: string, path: string, body?: object): Promise<ApiResponse>
  /** Writes a comment. By default, the server must accept it. */
  say(person: string, recordId: string, text: string, status?: number): Promise<ShownComment>
  change(person: string, id: string, text: string): Promise<ApiResponse>
  remove(person: string, id: string): Promise<ApiResponse>
  listed(person: string, recordId: string): Promise<readonly ShownComment[]>
  textsOf(person: string, recordId: string): Promise<readonly (string | null)[]>
  /** Returns the text that mentions a person in a comment. */
  mention(name: string): string
  newUnit(): Promise<string>
  /** Limits a person to units. `null` removes the limit. */
  limitUnits(person: string, unitIds: readonly string[] | null): Promise<void>
  newRequirement(): Promise<string>
}

export const createCommentsClient = async (p: Probata): Promise<CommentsClient> => {
  const findings = await createFindingsClient(p)
  const personIds = await findings.people()
  const create = async (path: string, body: Readonly<Record<string, unknown>>): Promise<string> =>
    (await findings.must(201, 'admin', 'POST', path, body)).id
  const client: CommentsClient = {
    ...findings,
    personIds,
    send: async (person, method, path, body = {}) =>
      p.call(method, `/api/workspace${path}`, { ...(await findings.signedIn(person)), body }),
    async say(person, recordId, text, status = 201) {
      const response = await client.send(person, 'POST', '/comments', { recordId, text })
      assert.equal(response.status, status, response.text)
      return response.body
    },
    change: (person, id, text) => client.send(person, 'PATCH', `/comments/${id}`, { text }),
    remove: (person, id) => client.send(person, 'DELETE', `/comments/${id}`),
    listed: async (person, recordId) =>
      (await findings.get(person, `/comments?recordId=${encodeURIComponent(recordId)}`)).comments,
    textsOf: async (person, recordId) => (await client.listed(person, recordId)).map(({ text }) => text),
    mention: name => `@${personIds[name]}`,
    newUnit: () => create('/units', { unitKey: unique('comment'), title: unique('comment') }),
    async limitUnits(person, unitIds) {
      await findings.must(200, 'admin', 'PATCH', `/people/${personIds[person]}`, { unitIds })
    },
    newRequirement: () =>
      create('/evidence-requirements', { requirementKey: unique('comment'), title: unique('comment') }),
  }
  return client
}
