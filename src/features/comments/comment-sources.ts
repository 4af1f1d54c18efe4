import type { TitleSource } from '#shared/title-source.ts'

interface CommentedFamily {
  readonly prefix: string
  readonly table: string
}

/** The newest comments of a record, of which a search finds the words. */
const searchedComments = 50

/** Comments have the title and the page of their record. */
export const commentTitles = (commented: readonly CommentedFamily[]): TitleSource => ({
  prefix: 'cmt',
  table: 'record_comment',
  title: `(case split_part(t.page_id, '_', 1) ${commented
    .map(
      ({ prefix, table }) => `when '${prefix}' then (select r.record::json ->> 'title' from ${table} r
        where r.organization_id = :organization and r.id = t.page_id)`,
    )
    .join(' ')} end)`,
  page: 't.page_id',
})

/** SQL: the words of the newest comments of the record `t`, without the ids in mentions. */
export const commentWords = `(select string_agg(regexp_replace(c.record::json ->> 'text', '@prs_[0-9A-Z]{26}', ' ', 'g'), ' ')
       from (select n.record from record_comment n where n.organization_id = t.organization_id and n.page_id = t.id
              order by n.id desc limit ${searchedComments}) c)`
