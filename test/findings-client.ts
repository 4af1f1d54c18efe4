import assert from 'node:assert/strict'
import { minute } from '#lib/clock.ts'
import type { ApiResponse } from './client.ts'
import type { Probata } from './system.ts'
import { createWorkspaceClient, type WorkspaceClient } from './workspace-client.ts'

type Fields = Readonly<Record<string, unknown>>

/** Returns a valid finding. `over` replaces fields. */
export const findingInput = (over: Fields = {}): Fields => ({
  title: 'TLS 1.0 is offered',
  severity: 'high',
  subjectModuleKey: 'assets',
  subjectResourceType: 'host',
  subjectResourceId: 'gateway-1',
  ...over,
})

/** Returns a result of a scan. */
export const scanned = (sourceFingerprint: string, over: Fields = {}): Fields =>
  findingInput({ sourceFingerprint, ...over })

/**
 * The actions on findings that tests perform in one workspace: as its people, and as a scanner that one of them
 * created.
 */
export interface FindingsClient extends WorkspaceClient {
  /** The id of the scanner's service account. */
  readonly accountId: string
  token(): Promise<string>
  /** Calls as a person, and asserts the status of the response; returns its body. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  must(status: number, person: string, method: string, path: string, body?: Fields): Promise<any>
  /** Calls as the scanner, with a path below /api/v1/governance. */
  machine(method: string, path: string, body?: Fields): Promise<ApiResponse>
  /** Creates a finding as the contributor; returns the record. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  finding(over?: Fields): Promise<any>
  scan(source: string, isComplete: boolean, ...results: readonly Fields[]): Promise<Fields>
  /** Creates a claim as the scanner of test/fixture.ts, which the reviewer accepts; returns its id. */
  accepted(): Promise<string>
  /** Creates a finding that the contributor has remediated; returns its id. */
  remediated(): Promise<string>
  move(person: string, id: string, move: string, body?: Fields): Promise<ApiResponse>
}

const reason = 'requested by a findings test'

let findingCount = 0
export const unique = (word: string): string => `${word}-${++findingCount}`

/** `maker` creates the service account of the scanner. `fields` are added to that request. */
export const createFindingsClient = async (
  p: Probata,
  slug = 'acme',
  maker = 'admin',
  fields: Fields = {},
): Promise<FindingsClient> => {
  const people = createWorkspaceClient(p, slug)
  const scopes = ['governance.findings:read', 'governance.findings:write']
  const { body: accountResponse } = await people.ask(maker, 'POST', '/service-accounts', {
    name: unique('finder'),
    scopes,
    ...fields,
  })
  const { serviceAccount, clientSecret } = accountResponse
  const credentials = { client_id: serviceAccount.clientId, client_secret: clientSecret }
  let cachedToken = { value: '', until: 0 }
  const token = async (): Promise<string> => {
    if (p.clock.now() >= cachedToken.until) {
      const body = { grant_type: 'client_credentials', ...credentials }
      const response = await p.call('POST', '/api/v1/auth/token', { body })
      cachedToken = { value: response.body.access_token, until: p.clock.now() + 30 * minute }
    }
    return cachedToken.value
  }

  const client: FindingsClient = {
    ...people,
    accountId: serviceAccount.id,
    token,
    async must(status, person, method, path, body) {
      const response = await people.ask(person, method, path, body)
      assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
      return response.body
    },
    machine: async (method, path, body = {}) =>
      p.call(method, `/api/v1/governance${path}`, {
        token: await token(),
        ...(method !== 'GET' && { body: { reason, ...body } }),
      }),
    finding: over => client.must(201, 'contributor', 'POST', '/findings', findingInput(over)),
    async scan(sourceModuleKey, isComplete, ...findings) {
      const { status, body, text } = await client.machine('POST', '/findings/scan-results', {
        ...{ sourceModuleKey, isComplete, findings },
      })
      assert.equal(status, 200, text)
      return body
    },
    async accepted() {
      const id = await people.claim(unique('proof'))
      await people.decide(id, 'approve')
      return id
    },
    async remediated() {
      const { id } = await client.finding()
      await client.must(200, 'contributor', 'POST', `/findings/${id}/remediate`)
      return id
    },
    move: (person, id, move, body) => people.ask(person, 'POST', `/findings/${id}/${move}`, body),
  }
  return client
}
