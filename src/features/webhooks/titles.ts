import type { SearchSource } from '#shared/search-source.ts'
import type { TitleSource } from '#shared/title-source.ts'

const title = `coalesce(t.record::json ->> 'name', t.record::json ->> 'description')`

export const webhookTitles: readonly TitleSource[] = [
  { prefix: 'whk', table: 'webhook_endpoint', title },
  { prefix: 'whe', table: 'webhook_endpoint', title },
]

/** The host of the receiver; its path may be secret. */
const host = `substring(t.record::json ->> 'url' from '^https?://([^/:?#@]+)([:/?#]|$)')`

/** Webhooks are found by name, description and host. */
export const searchedWebhooks: readonly SearchSource[] = webhookTitles.map(source => ({
  ...source,
  texts: ["t.record::json ->> 'description'", host],
  roles: ['admin', 'auditor'],
}))
