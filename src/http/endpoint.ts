import type { IncomingMessage } from 'node:http'
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import type { Sentence } from '#lib/sentence.ts'
import type { Role, Scope } from './access.ts'
import type { RangeHeaders } from './byte-range.ts'
import type { Call, Capabilities, Change, EndpointServices, Provided } from './call.ts'
import type { ErrorId } from './errors.ts'
import type { Rendered, Streamed } from './rendered.ts'
import { Reason } from './schema.ts'
import type { Version } from './version.ts'

/** The interface for machines, which call /api/v1 with a token; `public` needs none. */
interface MachineSurface {
  /** The path below `/api/v1`. */
  readonly path: string
  readonly scope: Scope | 'public'
}

/** The interface for people, who call /api/workspace with a session; `public` needs none. */
interface PeopleSurface {
  /** The path below `/api/workspace`. */
  readonly path: string
  readonly roles: readonly Role[] | 'public'
}

/** The interface for guests, who call /api/room with the session that a link opens; `public` needs none. */
interface GuestSurface {
  /** The path below `/api/room`. */
  readonly path: string
  readonly access: 'guest' | 'public'
}

/** The interface for identity providers, which call /scim/v2 with a provisioning token. */
interface SenderSurface {
  /** The path below `/scim/v2`; begins with `/{workspace}`. */
  readonly path: string
}

/** The interface for any caller, such as the health probes. */
interface OpenSurface {
  /** The path below `/api`. */
  readonly path: string
}

/** Times are ISO 8601 timestamps; the notice period is at least 12 months. */
interface Deprecation {
  readonly since: string
  readonly sunset: string
  readonly successor: string
}

/** The single source for an operation's route, validation, scope, errors, documents and access matrix. */
interface Declaration {
  /** The operation's unique name, such as `createClaim`. */
  readonly name: string
  readonly summary: string
  readonly tag: string
  readonly v1?: MachineSurface
  readonly workspace?: PeopleSurface
  readonly room?: GuestSurface
  readonly scim?: SenderSurface
  readonly open?: OpenSurface
  /** Rejects members of units. The default for tags whose records belong to no unit. */
  readonly wholeWorkspace?: true
  /** Requires people to prove their identity again if they last did so more than ten minutes ago. */
  readonly confirm?: true
  /** Set if the operation calls another system; sample workspaces reject it. */
  readonly sends?: true
  /**
   * Set if people who must first set up a second factor may also call the operation, for example to set it up or to
   * sign out.
   */
  readonly enrols?: true
  /** The media type of the response, unless it is JSON. */
  readonly media?: string
  /** Set for responses of bytes: `run` receives the requested range, and the response to a range is a 206. */
  readonly ranges?: true
  /** The errors that it may return, in addition to those common to all endpoints. */
  readonly errors?: readonly ErrorId[]
  /** Further success statuses, each with the schema of its body, such as 200 for a repeat. */
  readonly also?: Readonly<Record<number, TSchema>>
  /**
   * Set if the endpoint still works but is deprecated: each response states when this began, the earliest end, and the
   * successor.
   */
  readonly deprecated?: Deprecation
  /** Set if the endpoint returns 410 and names its successor (interface section 9). */
  readonly sunset?: { readonly successor: string }
}

interface Mutation extends Declaration {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly status: 200 | 201 | 202 | 204
  /**
   * Set if the endpoint does not accept only JSON: `form` and `scim` add a media type, `one_click` two kinds of forms
   * (RFC 8058); `multipart` replaces JSON, and `run` receives the unread stream.
   */
  readonly accepts?: 'form' | 'multipart' | 'scim' | 'one_click'
  /** The limit on the JSON body in bytes, unless it is one mebibyte. */
  readonly maxBytes?: number
  /** Errors also conform to RFC 6749 section 5.2, and no response may be cached. */
  readonly oauth?: true
  /** The action in the audit trail: `evidence.claim.create`. */
  readonly action: string
  /** Set if the change writes no row to the audit trail, because it only records what a person has seen. */
  readonly unaudited?: true
  /** False if the contract requires no `reason`: sign-in, sign-out and token issue. */
  readonly reason?: false
  /**
   * The path of the changed record's detail endpoint, below the surface's prefix, if it is not a prefix of this path.
   */
  readonly changes?: string
  /** Whether machines must send an Idempotency-Key with every change. People do not have to. */
  readonly keyRequired?: true
  /** The effect is outside the transaction, so the stored response is looked up before the work as well as after it. */
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
   * For a single record: its version. This is the ETag of the response, and the If-Match of changes at or below the
   * path is compared with it.
   */
  readonly version?: Version
}

interface Shapes<Params extends TObject, Query extends TObject, Response extends TSchema> {
  readonly params?: Params
  readonly query?: Query
  /** Query parameters that a list has only for people. */
  readonly peopleQuery?: TProperties
  readonly response: Response
}

/** The parts of a request other than params, query and body. */
interface RequestParts {
  /** The headers that request a range, if the endpoint serves ranges. */
  readonly rangeHeaders?: RangeHeaders
  /** The network address of the caller; undefined for calls by the server itself. */
  readonly address?: string
}

interface Input<Params extends TObject, Query extends TObject> extends RequestParts {
  readonly params: Static<Params>
  readonly query: Static<Query>
}

/** The result of `run`: the value of the response schema, or JSON rendered from it. */
export type Result<T> = T | Rendered

/** The context of a mutation that opens its own transaction after it has read the request. */
export interface CommittingCall<Need extends keyof Capabilities = never> extends Call {
  readonly idempotencyKey: string | undefined
  /** The parts of the request other than params, query and body; `stream` is the unread body of a multipart request. */
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
  /** Sets a header of the response, such as a cookie. */
  setHeader(name: string, value: string): void
  /**
   * Runs `work` in a transaction with idempotency. `fingerprint` identifies the request beyond method, path and query.
   * The value that `work` returns is the response and is stored for repeats. After the commit, `run` may return another
   * response, which is not stored.
   */
  commit<T>(fingerprint: string, work: (change: Change & Provided<Need>) => Promise<Result<T>>): Promise<Result<T>>
}

/** Tags whose records belong to no unit. */
const wholeWorkspaceTags: ReadonlySet<string> = new Set([
  ...['Audit', 'Exports', 'Ledger', 'Operations', 'Webhooks'],
  ...['Storage', 'Storage holds', 'Storage keys'],
])

/** Whether members of units are rejected (decision 088). */
export const requiresWholeWorkspace = ({ tag, wholeWorkspace }: Pick<Endpoint, 'tag' | 'wholeWorkspace'>): boolean =>
  wholeWorkspace ?? wholeWorkspaceTags.has(tag)

/** An operation in the form that the pipeline, the documents and the tests use. */
export interface Endpoint extends Omit<Mutation, 'method' | 'action' | 'status'>, Detail {
  readonly method: 'GET' | Mutation['method']
  readonly status: number
  readonly action: string
  readonly params?: TObject
  readonly query?: TObject
  readonly peopleQuery?: TProperties
  readonly body?: TObject
  readonly response: TSchema
  readonly kind: 'reading' | 'changing' | 'committing'
  run(ctx: Call, input: RequestParts & { params: unknown; query: unknown; body?: unknown }): Promise<unknown>
}

type None = TObject<Record<never, never>>

/**
 * Declares a read: GET, 200, with one or more bound reads.
 *
 *     export const getLiveness = readEndpoint({
 *       name: 'getLiveness', summary: 'Check that the process is responsive', tag: 'Health',
 *       open: { path: '/health/live' }, response: HealthStatus,
 *       run: async () => ({ status: 'ok' }),
 *     })
 */
export const readEndpoint = <
  Response extends TSchema,
  Params extends TObject = None,
  Query extends TObject = None,
  Need extends keyof Capabilities = never,
>(
  declaration: Declaration &
    Detail &
    Needs<Need> &
    Shapes<Params, Query, Response> & {
      /** 303 if it leads to a page; otherwise 200. */
      readonly status?: 303
      run(
        call: Call & EndpointServices & Provided<Need>,
        input: Input<Params, Query>,
      ): Promise<Result<Static<Response>> | Streamed>
    },
): Endpoint => ({ status: 200, ...declaration, kind: 'reading', method: 'GET', action: declaration.name })

interface MutationDeclaration<
  Context,
  Response extends TSchema,
  Params extends TObject,
  Query extends TObject,
  Body extends TObject,
  Need extends keyof Capabilities,
> extends Mutation,
    Needs<Need>,
    Shapes<Params, Query, Response> {
  readonly body?: Body
  run(
    ctx: Context & Provided<Need>,
    input: Input<Params, Query> & { readonly body: Static<Body> },
  ): Promise<Result<Static<Response>>>
}

/**
 * Declares a mutation inside the pipeline's transaction.
 *
 *     export const removeClauseControl = changeEndpoint({
 *       name: 'removeClauseControl', summary: 'Remove a control from a clause', tag: 'Frameworks',
 *       workspace: { path: '/clauses/{clauseId}/controls/{controlId}', roles: ['admin', 'contributor'] },
 *       method: 'DELETE', status: 204, action: 'clause.control.remove', params, response: Type.Null(),
 *       async run(change, { params, body }) { … },
 *     })
 */
export const changeEndpoint = <
  Response extends TSchema,
  Params extends TObject = None,
  Query extends TObject = None,
  Body extends TObject = None,
  Need extends keyof Capabilities = never,
>(
  declaration: MutationDeclaration<Change & EndpointServices, Response, Params, Query, Body, Need>,
): Endpoint => ({ ...declaration, ...completeBody(declaration), kind: 'changing' })

/** Declares a mutation that commits by itself with `call.commit`: streamed uploads, sign-in and token issue. */
export const commitEndpoint = <
  Response extends TSchema,
  Params extends TObject = None,
  Query extends TObject = None,
  Body extends TObject = None,
  Need extends keyof Capabilities = never,
>(
  declaration: MutationDeclaration<CommittingCall<Need>, Response, Params, Query, Body, Need>,
): Endpoint => ({ ...declaration, ...completeBody(declaration), kind: 'committing' })

// Adds a `reason` to the body of every mutation unless the declaration sets it to false.
const completeBody = ({ body, reason }: Pick<Endpoint, 'body' | 'reason'>): { body?: TObject } => {
  if (reason === false) return body ? { body } : {}
  return { body: Type.Object({ ...body?.properties, reason: Reason }, { additionalProperties: false }) }
}
