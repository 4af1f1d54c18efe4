import type { TitleSource } from '#shared/title-source.ts'

const title = `coalesce(t.record::json ->> 'name', t.record::json ->> 'description')`

export const webhookTitles: readonly TitleSource[] = [
  { prefix: 'whk', table: 'webhook_endpoint', title },
  { prefix: 'whe', table: 'webhook_endpoint', title },
]
