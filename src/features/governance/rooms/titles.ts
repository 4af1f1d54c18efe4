import type { TitleSource } from '#shared/title-source.ts'

export const roomTitles: readonly TitleSource[] = [
  {
    prefix: 'rom',
    table: 'room',
    title: `(select a.record::json ->> 'title' from assessment a
              where a.organization_id = :organization and a.id = t.assessment_id)`,
    page: 't.assessment_id',
  },
  { prefix: 'rgs', table: 'room_guest', title: `t.record::json ->> 'name'` },
]
