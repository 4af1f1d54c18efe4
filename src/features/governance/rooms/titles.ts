import type { TitleSource } from '#shared/title-source.ts'

/** SQL: a field of the assessment to which a room belongs. */
const assessmentOf = (room: string, field: string): string =>
  `(select ${field} from room r join assessment a on a.organization_id = r.organization_id and a.id = r.assessment_id
              where r.organization_id = :organization and r.id = ${room})`

export const roomTitles: readonly TitleSource[] = [
  {
    prefix: 'rom',
    table: 'room',
    title: `(select a.record::json ->> 'title' from assessment a
              where a.organization_id = :organization and a.id = t.assessment_id)`,
    page: 't.assessment_id',
  },
  { prefix: 'rgs', table: 'room_guest', title: `t.record::json ->> 'name'` },
  {
    prefix: 'ren',
    table: 'room_entry',
    title: assessmentOf('t.room_id', `a.record::json ->> 'title'`),
    page: assessmentOf('t.room_id', 'a.id'),
  },
]
