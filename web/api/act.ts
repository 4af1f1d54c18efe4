import { acts } from './acts.ts'
import { client, unwrap } from './client.ts'
import type { IfMatch, Versioned } from './version.ts'

export type Act = keyof typeof acts

/** The acts that the server rejects if the record has changed since it was shown. */
export type VersionedAct = { [Name in Act]: (typeof acts)[Name][3] extends true ? Name : never }[Act]

/** A record as the page shows it. Acts that compare versions need its version too. */
export type ActedOn<Name extends Act> = Name extends VersionedAct
  ? Versioned & { readonly id: string }
  : { readonly id: string }

/** The requests of all acts, with one type. The methods and paths are correct, because the table is generated. */
interface Requests {
  request(
    method: string,
    path: string,
    init: { readonly params: { readonly path: object; readonly header?: IfMatch }; readonly body: object },
  ): ReturnType<typeof client.POST>
}

/** Calls an operation that takes a record and a reason. Rejects with the error envelope. */
export const act = (name: Act, id: string, reason: string, header?: IfMatch): Promise<unknown> => {
  const [method, path, parameter, comparesVersions] = acts[name]
  const params = { path: { [parameter]: id }, ...(comparesVersions && header && { header }) }
  const requests: Requests = Object(client)
  return unwrap(requests.request(method, path, { params, body: { reason } }))
}
