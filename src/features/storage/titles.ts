import type { TitleSource } from '#shared/title-source.ts'

export const storageTitles: readonly TitleSource[] = [
  { prefix: 'stb', table: 'storage_binding', title: 't.name' },
  {
    prefix: 'stm',
    table: 'storage_migration',
    title: `(select b.name from storage_binding b where b.organization_id = :organization and b.id = t.target_id)`,
  },
  {
    prefix: 'srh',
    table: 'retention_hold',
    title: `(select c.record::json ->> 'title' from evidence_claim c
              where c.organization_id = :organization and c.id = t.claim_id)`,
  },
]
