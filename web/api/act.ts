import { acts } from './acts.ts'
import { client, unwrap } from './client.ts'
import type { ReasonedOperation } from './reasons.ts'
import type { operations } from './schema.d.ts'
import { type IfMatch, ifMatch, type Versioned } from './version.ts'

type Operations = operations

/** The parameters in the path of an operation; undefined if it has none. */
export type PathOf<Name extends ReasonedOperation> = Operations[Name]['parameters'] extends {
  readonly path: infer Path
}
  ? Path
  : undefined

/** The body of an operation without the reason. */
export type BodyOf<Name extends ReasonedOperation> = Omit<
  Operations[Name]['requestBody']['content']['application/json'],
  'reason'
>

type SuccessResponses<Responses> = Responses[keyof Responses & (200 | 201 | 202)]

type JsonOf<Response> = Response extends { readonly content: { readonly 'application/json': infer Json } }
  ? Json
  : undefined

/** The response of an operation. */
export type ResponseOf<Name extends ReasonedOperation> = Name extends unknown
  ? JsonOf<SuccessResponses<Operations[Name]['responses']>>
  : never

/** Whether the server rejects an operation if the record has changed since it was shown. */
type IsVersioned<Name extends ReasonedOperation> = Operations[Name]['parameters'] extends {
  readonly header: { readonly 'If-Match': string }
}
  ? true
  : false

type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** A record whose id is the only path parameter of an operation. */
type InPath<Name extends ReasonedOperation> =
  IsUnion<keyof PathOf<Name>> extends false ? { readonly record: { readonly id: string } } : never

/**
 * The record that an operation changes, as the page shows it. Either the record's id is the only path parameter, or
 * `path` supplies all of them. Operations that compare versions also need the record's version.
 */
export type Target<Name extends ReasonedOperation> = (IsVersioned<Name> extends true
  ? { readonly record: Versioned }
  : unknown) &
  (PathOf<Name> extends undefined ? unknown : InPath<Name> | { readonly path: PathOf<Name> })

/** The fields that an operation needs in addition to the reason. */
export type Input<Name extends ReasonedOperation> =
  Record<never, never> extends BodyOf<Name> ? { readonly body?: BodyOf<Name> } : { readonly body: BodyOf<Name> }

/** The target and input of any operation. */
export interface AnyCall {
  readonly record?: Partial<Versioned> & { readonly id?: string }
  readonly path?: Readonly<Record<string, string>>
  readonly body?: object
}

/** The requests of all operations, with one type. The methods and paths are correct, because the table is generated. */
interface Requests {
  request(
    method: string,
    path: string,
    init: { readonly params: { readonly path: object; readonly header?: IfMatch }; readonly body: object },
  ): ReturnType<typeof client.POST>
}

/** The path parameters of a call. */
export const pathOf = (operation: ReasonedOperation, { path, record }: AnyCall): Readonly<Record<string, string>> => {
  const [parameter] = /(?<=\{)\w+/.exec(acts[operation][1]) ?? []
  return path ?? (parameter ? { [parameter]: record?.id ?? '' } : {})
}

/** The version that an operation compares: the given version, or the version of the record as the page shows it. */
const versionFor = (operation: ReasonedOperation, { record }: AnyCall, version?: IfMatch): IfMatch | undefined => {
  if (!acts[operation][2]) return undefined
  return version ?? (record?.etag === undefined ? undefined : ifMatch({ etag: record.etag }))
}

/** Calls an operation with a reason. Rejects with the error envelope. */
export const act = async <Name extends ReasonedOperation>(
  operation: Name,
  call: Target<Name> & Input<Name>,
  reason: string,
  version?: IfMatch,
): Promise<ResponseOf<Name>> => {
  const [method, path] = acts[operation]
  const anyCall: AnyCall = Object(call)
  const header = versionFor(operation, anyCall, version)
  const params = { path: pathOf(operation, anyCall), ...(header && { header }) }
  const body = { ...anyCall.body, reason }
  const requests: Requests = Object(client)
  const response = await unwrap(requests.request(method, `/api/workspace${path}`, { params, body }))
  // The method and path belong to the operation, so the response has its type.
  return response as ResponseOf<Name>
}
