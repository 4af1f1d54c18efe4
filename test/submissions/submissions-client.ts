import assert from 'node:assert/strict'
import { day, iso } from '#lib/clock.ts'
import type { ApiResponse, Client } from '#test/client.ts'
import type { Probata } from '#test/system.ts'
import type { Policy } from './spec.ts'

/** A recorded event as callers see it. */
export interface RecordedEvent {
  readonly id: string
  readonly submissionPackageId: string
  readonly eventKind: string
  readonly occurredAt: string
  readonly eventSnapshot: Readonly<Record<string, unknown>>
  readonly reason: string
  readonly statusBefore: string | null
  readonly statusAfter: string
  readonly sourceEventKey: string | null
  readonly createdAt: string
}

type Fields = Readonly<Record<string, unknown>>

/** The parts of a node that the client needs. */
type ClientNode = Pick<Client, 'call' | 'token' | 'signIn'> & { readonly clock: { now(): number } }

/** The actions of submissions tests in one workspace, performed as its administrator and as its portal. */
export interface SubmissionsClient {
  readonly cookie: string
  readonly token: string
  /** Calls as the administrator. A reason is added to `body`. */
  ask(method: string, path: string, body?: Fields): Promise<ApiResponse>
  /** Calls as the administrator and asserts the status; returns the response body. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  must(status: number, method: string, path: string, body?: Fields): Promise<any>
  /** Creates an active requirement; returns its id. */
  requirement(policy?: Partial<Policy>, overrides?: Fields): Promise<string>
  /** Creates a package that is due in ten days; returns its id. */
  package(requirementId: string, overrides?: Fields): Promise<string>
  /**
   * Records an event as the portal, or an approval as the authorizer. By default, the event occurs now; `overrides` can
   * replace the time and other fields.
   */
  record(packageId: string, eventKind: string, overrides?: Fields, key?: string): Promise<ApiResponse>
  /** Records events one after another. The server must accept each of them. */
  follow(packageId: string, ...kinds: readonly string[]): Promise<void>
  /** Returns the events of a package, oldest first. */
  events(packageId: string): Promise<RecordedEvent[]>
  /** Returns the record of a package, without its version. */
  // biome-ignore lint/suspicious/noExplicitAny: as Answer.body
  get(packageId: string): Promise<any>
}

let counter = 0
export const unique = (word: string): string => `${word}-${++counter}`

export const submissions = '/api/v1/governance/submissions'
const workspace = '/api/workspace'
const reason = 'requested by a submissions test'

export const createSubmissionsClient = async (
  p: ClientNode,
  slug = 'acme',
  sharedToken?: string,
): Promise<SubmissionsClient> => {
  const [cookie, token] = [await p.signIn(`admin@${slug}.example`), sharedToken ?? (await p.token(`${slug}-portal`))]

  // If the policy requires both a review and an approval, people cannot approve what they reviewed.
  let authorizer = sharedToken === undefined ? undefined : Promise.resolve(sharedToken)
  const recorder = async (eventKind: string): Promise<string> => {
    if (eventKind !== 'approved') return token
    authorizer ??= p.token(`${slug}-authorizer`)
    return authorizer
  }

  const client: SubmissionsClient = {
    cookie,
    token,
    ask: (method, path, body) =>
      p.call(method, workspace + path, { cookie, ...(method !== 'GET' && { body: { reason, ...body } }) }),
    async must(status, method, path, body) {
      const response = await client.ask(method, path, body)
      assert.equal(response.status, status, `${method} ${path}: ${response.text}`)
      return response.body
    },
    async requirement(policy = {}, overrides = {}) {
      const fields = {
        requirementKey: unique('REQ'),
        title: 'Register of information',
        submissionKind: 'register_filing',
      }
      const body = { ...fields, status: 'active', policy, ...overrides }
      return (await client.must(201, 'POST', '/submission-requirements', body)).id
    },
    async package(submissionRequirementId, overrides = {}) {
      const dueAt = iso(p.clock.now() + 10 * day)
      const body = { submissionRequirementId, packageKey: unique('PKG'), title: '2026 register', dueAt, ...overrides }
      return (await client.must(201, 'POST', '/packages', body)).id
    },
    async record(packageId, eventKind, overrides = {}, key) {
      const body = { eventKind, occurredAt: iso(p.clock.now()), eventSnapshot: {}, reason, ...overrides }
      return p.call('POST', `${submissions}/packages/${packageId}/events`, {
        token: await recorder(eventKind),
        body,
        ...(key && { key }),
      })
    },
    async follow(packageId, ...kinds) {
      for (const kind of kinds) {
        const response = await client.record(packageId, kind)
        assert.equal(response.status, 201, response.text)
      }
    },
    async events(packageId) {
      const events: RecordedEvent[] = []
      for (let cursor = ''; ; ) {
        const path = `${submissions}/packages/${packageId}/events?limit=200${cursor && `&cursor=${cursor}`}`
        const { status, body, text } = await p.call('GET', path, { token })
        assert.equal(status, 200, text)
        events.push(...body.submissionEvents)
        cursor = body.pagination.nextCursor ?? ''
        if (!cursor) return events.reverse()
      }
    },
    async get(packageId) {
      const { status, body, text } = await p.call('GET', `${submissions}/packages/${packageId}`, { token })
      assert.equal(status, 200, text)
      const { etag: _, ...record } = body
      return record
    },
  }
  return client
}

/** An event that was published to webhooks. */
interface EmittedEvent {
  readonly type: string
  readonly packageId: string
  /** The status of the package. */
  readonly status: string
  /** The submission event, if the published event is about one. */
  readonly event: Fields | undefined
}

/** Returns all published events about packages, oldest first. */
export const emittedEvents = async (p: Probata): Promise<EmittedEvent[]> => {
  const rows = await p.sql(`select type, body::json->'data' as data from outbox_event
    where type like 'submission.%' order by id`)
  return rows.map(({ type, data }) => {
    const { submissionPackage, submissionEvent } = Object(data)
    return {
      type: String(type),
      packageId: submissionPackage.id,
      status: submissionPackage.status,
      event: submissionEvent,
    }
  })
}
