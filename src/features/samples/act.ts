import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { type Actor, asActor, type Role } from '#http/access.ts'
import { type AllServices, beginCall } from '#http/call.ts'
import type { CommittingCall, Endpoint } from '#http/endpoint.ts'
import { type MutationAttempt, type PerformedMutation, perform } from '#http/perform.ts'
import { render } from '#http/render.ts'
import { Rendered } from '#http/rendered.ts'

/** A person of the sample who acts in its story. */
export interface Character {
  readonly id: string
  readonly role: Role
}

export interface ActInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: Readonly<Record<string, unknown>>
  /** The file to upload. */
  readonly file?: { readonly name: string; readonly contentType: string; readonly bytes: Buffer }
}

/** The parsed JSON body of a response. The steps of the story know its shape. */
export type Answer = ReturnType<typeof JSON.parse>

/** Calls an operation by name as a character. Throws if the operation is refused. */
export type Act = (character: Character, operation: string, input?: ActInput) => Promise<Answer>

const boundary = 'probata-sample'

const multipartMessage = ({ name, contentType, bytes }: NonNullable<ActInput['file']>): IncomingMessage => {
  const message = new IncomingMessage(new Socket())
  message.push(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${contentType}\r\n\r\n`,
  )
  message.push(bytes)
  message.push(`\r\n--${boundary}--\r\n`)
  message.push(null)
  return message
}

const requireSuccess = (endpoint: Endpoint, { response }: PerformedMutation): PerformedMutation['response'] => {
  if (response.status < 400) return response
  throw new Error(`The sample could not be filled: ${endpoint.name} was refused with ${response.body}`)
}

/**
 * Returns a function that calls operations of the web app as people of the sample, in this process. Each call has the
 * same checks, events and audit rows as a request.
 */
export const createAct = (
  services: AllServices,
  endpoints: readonly Endpoint[],
  { organizationId, reason }: { readonly organizationId: string; readonly reason: string },
): Act => {
  const byName = new Map(endpoints.map(endpoint => [endpoint.name, endpoint]))
  return async ({ id, role }, operation, { params = {}, query = {}, body = {}, file } = {}) => {
    const endpoint = byName.get(operation)
    if (!endpoint) throw new Error(`there is no operation ${operation}`)
    const actor: Actor = { ...asActor({ kind: 'person', id, organizationId, role } as const), sample: true }
    const call = beginCall(services, actor, services.ids.next('req', services.clock.now()))
    const input = { params, query, body: { ...body, reason } }
    if (endpoint.kind === 'reading') return JSON.parse(render(endpoint, await endpoint.run(call, { params, query })))
    const attempt: MutationAttempt = { call, endpoint, reason, key: undefined, precondition: undefined, coded: false }
    const committing: CommittingCall = {
      ...call,
      idempotencyKey: undefined,
      incoming: {
        stream: file ? multipartMessage(file) : new IncomingMessage(new Socket()),
        contentType: `multipart/form-data; boundary=${boundary}`,
        authorization: undefined,
        address: '127.0.0.1',
        userAgent: 'Probata',
        secure: true,
        host: 'localhost',
      },
      setHeader: () => undefined,
      async commit(_part, work) {
        const { body: text, status } = requireSuccess(endpoint, await perform(attempt, work))
        return new Rendered(text, status)
      },
    }
    if (endpoint.kind === 'committing') return JSON.parse(render(endpoint, await endpoint.run(committing, input)))
    return JSON.parse(requireSuccess(endpoint, await perform(attempt, change => endpoint.run(change, input))).body)
  }
}
