import assert from 'node:assert/strict'
import { minute } from '#lib/clock.ts'
import type { Client } from './client.ts'
import { claimInput } from './fixture.ts'
import { prover, textFile } from './proof.ts'
import type { ApiResponse, TestClock } from './system.ts'

type Fields = Readonly<Record<string, unknown>>

/** Calls the API of one workspace, as its people and as its scanner. They sign in again if the clock has moved. */
export interface WorkspaceClient {
  /** Calls as a person, with a path below /api/workspace. Adds a reason to the body. */
  ask(person: string, method: string, path: string, body?: Fields): Promise<ApiResponse>
  /** Returns the headers of a person who is signed in. */
  signedIn(person: string): Promise<{ readonly cookie: string }>
  /** Calls as a person and asserts status 200; returns the body. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  get(person: string, path: string): Promise<any>
  /** Creates a claim as the scanner; returns its id. */
  claim(claimKey: string, over?: Fields): Promise<string>
  /** Attaches a file as the scanner; returns the id of the link. */
  attach(claimId: string, content: string): Promise<string>
  decide(claimId: string, verb: 'approve' | 'reject'): Promise<void>
  /** Returns the ids of the people, by the local part of their e-mail addresses. */
  people(): Promise<Readonly<Record<string, string>>>
}

/** A server to call, with its clock. */
export interface ClientServer extends Pick<Client, 'call' | 'token' | 'signIn'> {
  readonly clock: Pick<TestClock, 'now'>
}

export const defaultReason = 'requested by a workspace test'

export const createWorkspaceClient = (p: ClientServer, slug = 'acme'): WorkspaceClient => {
  const cachedCredentials = new Map<string, { readonly value: string; readonly until: number }>()
  const getCredential = async (name: string, make: () => Promise<string>): Promise<string> => {
    const cached = cachedCredentials.get(name)
    const now = p.clock.now()
    if (cached && now < cached.until) return cached.value
    const value = await make()
    cachedCredentials.set(name, { value, until: now + 5 * minute })
    return value
  }
  const token = () => getCredential('token', () => p.token(`${slug}-scanner`))

  const client: WorkspaceClient = {
    async ask(person, method, path, body) {
      const options = method === 'GET' ? {} : { body: { reason: defaultReason, ...body } }
      return p.call(method, `/api/workspace${path}`, { ...(await client.signedIn(person)), ...options })
    },
    signedIn: async person => ({ cookie: await getCredential(person, () => p.signIn(`${person}@${slug}.example`)) }),
    async get(person, path) {
      const { status, body, text } = await client.ask(person, 'GET', path)
      assert.equal(status, 200, `${path}: ${text}`)
      return body
    },
    async claim(claimKey, over) {
      const body = claimInput(claimKey, over)
      const response = await p.call('POST', '/api/v1/governance/evidence/claims', { token: await token(), body })
      assert.equal(response.status, 201, response.text)
      return response.body.id
    },
    async attach(claimId, content) {
      const bearer = await token()
      return (await prover(p, () => bearer).attach(claimId, textFile(content))).linkId
    },
    async decide(claimId, verb) {
      const { reviewedDigest } = await client.get('reviewer', `/claims/${claimId}`)
      const response = await client.ask('reviewer', 'POST', `/claims/${claimId}/${verb}`, { reviewedDigest })
      assert.equal(response.status, 200, response.text)
    },
    async people() {
      const ids: Record<string, string> = {}
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await client.get('admin', `/people?limit=200${cursor ? `&cursor=${cursor}` : ''}`)
        for (const { email, id } of page.people) ids[email.split('@')[0]] = id
        cursor = page.pagination.nextCursor ?? null
      }
      return ids
    },
  }
  return client
}
