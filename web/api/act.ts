import { acts } from './acts.ts'
import { client, unwrap } from './client.ts'
import type { operations } from './schema.d.ts'
import type { IfMatch, Versioned } from './version.ts'

export type Act = keyof typeof acts

/** The acts that the server rejects if the record has changed since it was shown. */
export type VersionedAct = { [Name in Act]: (typeof acts)[Name][3] extends true ? Name : never }[Act]

/** A record as the page shows it. Acts that compare versions need its version too. */
export type ActedOn<Name extends Act> = Name extends VersionedAct
  ? Versioned & { readonly id: string }
  : { readonly id: string }

/** The response of an act. */
export type ActResponse<Name extends Act> = operations[Name] extends {
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': infer Body } } }
}
  ? Body
  : unknown

/** The requests of all acts, with one type. The methods and paths are correct, because the table is generated. */
interface Requests {
  request(
    method: string,
    path: string,
    init: { readonly params: { readonly path: object; readonly header?: IfMatch }; readonly body: object },
  ): ReturnType<typeof client.POST>
}

/** Calls an operation that takes a record and a reason. Rejects with the error envelope. */
export const act = async <Name extends Act>(
  name: Name,
  id: string,
  reason: string,
  header?: IfMatch,
): Promise<ActResponse<Name>> => {
  const [method, path, parameter] = acts[name]
  const params = { path: { [parameter]: id }, ...(header && { header }) }
  const requests: Requests = Object(client)
  return Object(await unwrap(requests.request(method, path, { params, body: { reason } })))
}
