import type { Services } from '#http/call.ts'
import type { WebhookForm } from '#http/event.ts'
import type { EndpointRow } from './queries.ts'
import { sendableNames } from './sendable.ts'
import { type SigningKeys, signingKeys } from './sign.ts'

/** The address of a receiver, with its signing keys and event types. */
export interface Receiver {
  readonly url: URL
  readonly revision: number
  readonly form: WebhookForm
  /** Undefined if the secret cannot be decrypted. */
  readonly keys: SigningKeys | undefined
  readonly previous: { readonly keys: SigningKeys; readonly until: number } | undefined
  /** The names of the types that may be sent; undefined for all. */
  readonly sendable: ReadonlySet<string> | undefined
}

/** The context for which a signing secret is sealed. */
export const signingSecretBinding = (organization: string, record: string) => ({
  organization,
  record,
  field: 'signing_secret',
})

type NeededServices = Pick<Services, 'sealer' | 'log'>

/** Reads the receiver of an endpoint. If a secret cannot be decrypted, logs that, and every attempt fails. */
export const readReceiver = ({ sealer, log }: NeededServices, organizationId: string, row: EndpointRow): Receiver => {
  const unsealKeys = (sealed: string | null) => {
    if (sealed === null) return undefined
    try {
      return signingKeys(sealer.open(sealed, signingSecretBinding(organizationId, row.id)))
    } catch (error) {
      log.error({ event: 'webhook_secret_unreadable', organization: organizationId, record: row.id, error })
      return undefined
    }
  }
  const previous = unsealKeys(row.previous_secret)
  const until = row.previous_secret_until?.getTime() ?? 0
  return {
    url: new URL(row.url),
    revision: row.revision,
    form: row.form,
    keys: unsealKeys(row.secret),
    previous: previous && { keys: previous, until },
    sendable: sendableNames({ bound: row.scopes, accountScopes: row.account_scopes }),
  }
}
