import type { Services } from '#api/call.ts'
import type { Receiver } from './lane.ts'
import type { EndpointRow } from './queries.ts'
import { sendableNames } from './sendable.ts'
import { signingKeys } from './sign.ts'

/** What a sealed signing secret is bound to. */
export const secretBinding = (organization: string, record: string) => ({
  organization,
  record,
  field: 'signing_secret',
})

type Needs = Pick<Services, 'sealer' | 'log'>

/** What of an endpoint its deliveries need. A secret that cannot be opened makes every attempt fail, and says so. */
export const receiverOf = ({ sealer, log }: Needs, organizationId: string, row: EndpointRow): Receiver => {
  const open = (sealed: string | null) => {
    if (sealed === null) return undefined
    try {
      return signingKeys(sealer.open(sealed, secretBinding(organizationId, row.id)))
    } catch (error) {
      log.error({ event: 'webhook_secret_unreadable', organization: organizationId, record: row.id, error })
      return undefined
    }
  }
  const previous = open(row.previous_secret)
  const until = row.previous_secret_until?.getTime() ?? 0
  return {
    url: new URL(row.url),
    revision: row.revision,
    form: row.form,
    keys: open(row.secret),
    previous: previous && { keys: previous, until },
    sendable: sendableNames({ bound: row.scopes, held: row.account_scopes }),
  }
}
