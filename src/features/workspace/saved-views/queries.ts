import { flag, narrows, nullable, number, statement, text } from '#db/statement.ts'

/** Creators always see their views, also after a change of their units. */
const isVisible = '(v.created_by = :personId or v.shared and (v.unit_id is null or sees_unit(v.unit_id)))'

const columns = `v.id, v.record, v.created_by, v.shared, p.record::json ->> 'name' as created_by_name`
const fromViews = `from saved_view v
     join person p on p.organization_id = v.organization_id and p.id = v.created_by`

/** Lists the views that a person sees, newest first: their own and shared ones. */
export const listViews = statement(
  'list_saved_view',
  { position: text, limit: number, personId: text },
  `select ${columns} ${fromViews}
    where v.organization_id = :organization and v.id < :position and ${isVisible}
    order by v.id desc limit :limit`,
  narrows<{ created_by_name: string }>,
)

/** The same of one list. */
export const listViewsOfList = statement(
  'list_saved_view_of_list',
  { position: text, limit: number, personId: text, list: text },
  `select ${columns} ${fromViews}
    where v.organization_id = :organization and v.id < :position and ${isVisible}
      and v.list = :list
    order by v.id desc limit :limit`,
  narrows<{ created_by_name: string }>,
)

/** Locks a person, to serialize changes of their views. */
export const lockMaker = statement(
  'lock_maker_of_saved_views',
  { id: text },
  `select id, record::json ->> 'name' as name from person where organization_id = :organization and id = :id for no key update`,
  narrows<{ name: string }>,
)

export const countViewsOf = statement(
  'count_saved_views_of_person',
  { createdBy: text },
  'select count(*)::int as views from saved_view where organization_id = :organization and created_by = :createdBy',
)

export const findViewNamed = statement(
  'find_saved_view_named',
  { createdBy: text, list: text, name: text, exceptId: text },
  `select id from saved_view
    where organization_id = :organization and created_by = :createdBy and list = :list and lower(name) = lower(:name)
      and id <> :exceptId`,
)

export const findMakerOfView = statement(
  'find_maker_of_saved_view',
  { id: text, personId: text },
  `select v.created_by from saved_view v where v.organization_id = :organization and v.id = :id and ${isVisible}`,
)

export const lockView = statement(
  'lock_saved_view',
  { id: text, personId: text },
  `select v.shared, v.unit_id, v.record from saved_view v
    where v.organization_id = :organization and v.id = :id and ${isVisible} for update`,
)

export const insertView = statement(
  'insert_saved_view',
  { id: text, createdBy: text, list: text, name: text, shared: flag, unitId: nullable(text), record: text },
  `insert into saved_view (organization_id, id, created_by, list, name, shared, unit_id, record)
   values (:organization, :id, :createdBy, :list, :name, :shared, :unitId, :record)`,
)

export const updateView = statement(
  'update_saved_view',
  { id: text, name: text, shared: flag, unitId: nullable(text), record: text },
  `update saved_view set name = :name, shared = :shared, unit_id = :unitId, record = :record
    where organization_id = :organization and id = :id`,
)

export const deleteView = statement(
  'delete_saved_view',
  { id: text },
  'delete from saved_view where organization_id = :organization and id = :id',
)
