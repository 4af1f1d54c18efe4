/**
 * SQL for the name of a person, a service account or a guest of `:organization`, by an id; null for what is neither, such
 * as a job. Nothing is looked up for null: three look-ups that find nothing take 4 µs, of each row of a page.
 */
export const nameOf = (id: string): string =>
  `case when ${id} is not null then coalesce((select n.record::json ->> 'name' from person n where n.organization_id = :organization and n.id = ${id}),
            (select n.record::json ->> 'name' from service_account n where n.organization_id = :organization and n.id = ${id}),
            (select n.record::json ->> 'name' from room_guest n where n.organization_id = :organization and n.id = ${id})) end`
