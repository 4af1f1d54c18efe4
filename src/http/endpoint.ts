import type { IncomingMessage } from 'node:http'
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Sentence } from '#lib/sentence.ts'
import type { Role, Scope } from './access.ts'
import type { Rendered, Streamed } from './answer.ts'
import type { Wanted } from './byte-range.ts'
import type { Call, Capabilities, Change, EndpointServices, Provided } from './call.ts'
import type { ErrorId } from './errors.ts'
import { Reason } from './schema.ts'
import type { Version } from './version.ts'

/** Machines call /api/v1 with a token; `public` needs none. */
interface MachineSurface {
  /** Below `/api/v1`. */
  readonly path: string
  readonly scope: Scope | 'public'
}

/** People call /api/workspace with a session; `public` needs none. */
interface PeopleSurface {
  /** Below `/api/workspace`. */
  readonly path: string
  readonly roles: readonly Role[] | 'public'
}

/** Guests call /api/room with the session that a link opens; `public` needs none. */
interface GuestSurface {
  /** Below `/api/room`. */
  readonly path: string
  readonly access: 'guest' | 'public'
}

/** An identity provider calls it with a provisioning token. */
interface SenderSurface {
  /** Below `/scim/v2`; it begins with `/{workspace}`. */
  readonly path: string
}

/** Open to any caller, below `/api`: the probes. */
interface OpenSurface {
  readonly path: string
}

/** Moments as ISO 8601 timestamps; the notice period is at least 12 months (open points "Limits and versions"). */
interface Deprecation {
  readonly since: string
  readonly sunset: string
  readonly successor: string
}

/**
 * The single source of one operation: its route, validation, scope, errors, documents and access matrix are derived
 * from it.
 */
interface Declaration {
  /** The operation's name, unique: `createClaim`. */
  readonly name: string
  readonly summary: string
  readonly tag: string
  readonly v1?: MachineSurface
  readonly workspace?: PeopleSurface
  readonly room?: GuestSurface
  readonly scim?: SenderSurface
  readonly open?: OpenSurface
  /** Members of units are rejected, as everywhere under tags whose records belong to no unit. */
  readonly wholeWorkspace?: true
  /** People whose last proof of identity is more than ten minutes old must prove it again. */
  readonly confirm?: true
  /** Also open to people who must first set up a second factor: the endpoints they need for that, and to sign out. */
  readonly enrols?: true
  /** The media type of the answer, unless it is JSON. */
  readonly media?: string
  /** For answers of bytes: `run` gets the requested range, and 206 answers it. */
  readonly ranges?: true
  /** The errors that it may answer, besides those common to all endpoints. */
  readonly errors?: readonly ErrorId[]
  /** Further success statuses, each with the schema of its body, such as 200 for a repeat. */
  readonly also?: Readonly<Record<number, TSchema>>
  /**
   * Still served, and announced as deprecated in each answer: since when, until when at the earliest, and its
   * successor.
   */
  readonly deprecated?: Deprecation
  /** A sunset endpoint answers 410 and names its successor (interface section 9). */
  readonly sunset?: { readonly successor: string }
}

interface Mutation extends Declaration {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly status: 200 | 201 | 202 | 204
  /**
   * Set if the body is not only JSON: also a form or SCIM's media type, or a multipart stream that `run` gets unread.
   */
  readonly accepts?: 'form' | 'multipart' | 'scim'
  /** The limit of the JSON body in bytes, unless it is one mebibyte. */
  readonly maxBytes?: number
  /** Errors also conform to RFC 6749 section 5.2, and no answer is cached. */
  readonly oauth?: true
  /** The action in the audit trail: `evidence.claim.create`. */
  readonly action: string
  /** False if the contract requires no `reason`: sign-in, sign-out and token issue. */
  readonly reason?: false
  /**
   * The path of the detail of the changed record, unless that path is a prefix of this one; without the surface's
   * prefix.
   */
  readonly changes?: string
  /** Whether machines must send an Idempotency-Key with every change; people need not. */
  readonly keyRequired?: true
  /** The effect is outside the transaction, so the stored answer is looked up before the work as well as after it. */
  readonly outside?: true
  /** Fields of the response, at any depth, that are shown once and never stored with an idempotency key. */
  readonly secret?: string | readonly string[]
  /** Unique constraints whose violation yields a 409, each with its message. */
  readonly conflicts?: Readonly<Record<string, Sentence>>
}

interface Needs<Name extends keyof Capabilities> {
  /** The capabilities of features that `run` uses. */
  readonly needs?: readonly Name[]
}

interface Detail {
  /**
   * For a single record: the version is the ETag of the answer, and If-Match of changes at or below its path is
   * compared with it.
   */
  readonly version?: Version
}

interface Shapes<Params extends TObject, Query extends TObject, Response extends TSchema> {
  readonly params?: Params
  readonly query?: Query
  readonly response: Response
}

interface Input<Params extends TObject, Query extends TObject> {
  readonly params: Static<Params>
  readonly query: Static<Query>
  /** The requested range, if the endpoint serves ranges. */
  readonly wanted?: Wanted
  /** The network address of the caller; undefined for calls by the server itself. */
  readonly address?: string
}

/** The result of `run`: the value of the response schema, or JSON rendered from it. */
export type Result<T> = T | Rendered

/** A mutation that opens its own transaction once it has read the request; `commit` handles idempotency. */
export interface CommittingCall<Needed extends keyof Capabilities = never> extends Call {
  readonly idempotencyKey: string | undefined
  /** The parts of the request besides params, query and body; `stream` is the unread body of a multipart request. */
  readonly incoming: {
    readonly stream: IncomingMessage
    readonly contentType: string
    readonly authorization: string | undefined
    readonly address: string
    readonly userAgent: string
    readonly secure: boolean
    /** The requested host, without a port; behind a trusted proxy, the host that the browser requested. */
    readonly host: string
  }
  /** Sets a header of the answer, such as a cookie. */
  setHeader(name: string, value: string): void
  /**
   * `fingerprint` identifies the part of the request beyond method, path and query. The value that `work` returns is
   * the answer. If `run` did something after the commit it may return another answer, which no key repeats.
   */
  commit<T>(fingerprint: string, work: (change: Change & Provided<Needed>) => Promise<Result<T>>): Promise<Result<T>>
}

/** Tags whose records belong to no unit. */
const wholeWorkspace: ReadonlySet<string> = new Set([
  ...['Audit', 'Exports', 'Ledger', 'Operations', 'Webhooks'],
  ...['Storage', 'Storage holds', 'Storage keys'],
])

/** Whether members of units are rejected (decision 088). */
export const isOfWholeWorkspace = ({ tag, ...declared }: Pick<Endpoint, 'tag' | 'wholeWorkspace'>): boolean =>
  declared.wholeWorkspace ?? wholeWorkspace.has(tag)

/** A declared operation, in the form that the pipeline, the documents and the tests use. */
export interface Endpoint extends Omit<Mutation, 'method' | 'action' | 'status'>, Detail {
  readonly method: 'GET' | Mutation['method']
  readonly status: number
  readonly action: string
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TObject
  readonly response: TSchema
  readonly kind: 'reading' | 'changing' | 'committing'
  run(
    ctx: Call,
    input: { params: unknown; query: unknown; body?: unknown; wanted?: Wanted; address?: string },
  ): Promise<unknown>
}

type None = TObject<Record<never, never>>

/**
 * A read: GET, 200, made of one or several bound reads.
 *
 *     export const getLiveness = reading({
 *       name: 'getLiveness', summary: 'Check that the process is responsive', tag: 'Health',
 *       open: { path: '/health/live' }, response: HealthStatus,
 *       run: async () => ({ status: 'ok' }),
 *     })
 */
export const reading = <
  Response extends TSchema,
  Params extends TObject = None,
  Query extends TObject = None,
  Needed extends keyof Capabilities = never,
>(
  declaration: Declaration &
    Detail &
    Needs<Needed> &
    Shapes<Params, Query, Response> & {
      run(
        call: Call & EndpointServices & Provided<Needed>,
        input: Input<Params, Query>,
      ): Promise<Result<Static<Response>> | Streamed>
    },
): Endpoint => ({ ...declaration, kind: 'reading', method: 'GET', status: 200, action: declaration.name })

interface Mutating<
  Context,
  Response extends TSchema,
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  Needed extends keyof Capabilities,
> extends Mutation,
    Needs<Needed>,
    Shapes<Params, Query, Response> {
  readonly body?: Body
  run(
    ctx: Context & Provided<Needed>,
    input: Input<Params, Query> & { readonly body: Static<Body> },
  ): Promise<Result<Static<Response>>>
}

/**
 * A mutation inside the pipeline's transaction.
 *
 *     export const removeClauseControl = changing({
 *       name: 'removeClauseControl', summary: 'Remove a control from a clause', tag: 'Frameworks',
 *       workspace: { path: '/clauses/{clauseId}/controls/{controlId}', roles: ['admin', 'contributor'] },
 *       method: 'DELETE', status: 204, action: 'clause.control.remove', params, response: Type.Null(),
 *       async run(change, { params, body }) { … },
 *     })
 */
export const changing = <
  Response extends TSchema,
  Params extends TObject = None,
  Query extends TObject = None,
  Body extends TObject = None,
  Needed extends keyof Capabilities = never,
>(
  declaration: Mutating<Change & EndpointServices, Response, Params, Query, Body, Needed>,
): Endpoint => ({ ...declaration, ...completeBody(declaration), kind: 'changing' })

/** A mutation that commits by itself with `call.commit`: streamed uploads, sign-in and token issue. */
export const committing = <
  Response extends TSchema,
  Params extends TObject = None,
  Query extends TObject = None,
  Body extends TObject = None,
  Needed extends keyof Capabilities = never,
>(
  declaration: Mutating<CommittingCall<Needed>, Response, Params, Query, Body, Needed>,
): Endpoint => ({ ...declaration, ...completeBody(declaration), kind: 'committing' })

// Every mutation gets a `reason` unless the contract says otherwise, so it cannot be forgotten.
const completeBody = ({ body, reason }: Pick<Endpoint, 'body' | 'reason'>): { body?: TObject } => {
  if (reason === false) return body ? { body } : {}
  return { body: Type.Object({ ...body?.properties, reason: Reason }, { additionalProperties: false }) }
}
