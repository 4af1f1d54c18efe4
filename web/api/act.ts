import { acts } from './acts.ts'
import { answered, client } from './client.ts'
import type { IfMatch, Versioned } from './version.ts'

export type Act = keyof typeof acts

/** The acts that are made only while the record is as it was seen. */
export type VersionedAct = { [Name in Act]: (typeof acts)[Name][3] extends true ? Name : never }[Act]

/** A record as the page shows it, with its version if the act compares it. */
export type ActedOn<Name extends Act> = Name extends VersionedAct
  ? Versioned & { readonly id: string }
  : { readonly id: string }

/** The request of each act. The table is generated, so its paths and methods fit; their types are not needed one by one. */
interface Requests {
  request(
    method: string,
    path: string,
    init: { readonly params: { readonly path: object; readonly header?: IfMatch }; readonly body: object },
  ): ReturnType<typeof client.POST>
}

/** Calls an operation that takes a record and a reason. Rejects with the error envelope. */
export const act = (name: Act, id: string, reason: string, header?: IfMatch): Promise<unknown> => {
  const [method, path, parameter] = acts[name]
  const params = { path: { [parameter]: id }, ...(header && { header }) }
  const requests: Requests = Object(client)
  return answered(requests.request(method, path, { params, body: { reason } }))
}
