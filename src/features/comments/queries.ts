import { forItsValues, narrows, nullable, number, statement, text, texts } from '#db/statement.ts'
import { nameOf } from '#http/name-of.ts'
import { lockUnitSql } from '#shared/unit-lock.ts'

/** Locks the unit of a record and its comments until the commit, so that concurrent comments count each other. */
export const lockComments = statement(
  'lock_comments_of_record',
  { pageId: text, recordId: text },
  `select ${lockUnitSql(':pageId::text')}, pg_advisory_xact_lock(hashtextextended('comments of ' || :recordId::text, 0))`,
)

export const findAnswerClause = statement(
  'find_commented_clause',
  { assessmentId: text, clauseId: text },
  `select c.id from assessment a
     join clause c on c.organization_id = a.organization_id and c.framework_id = a.framework_id
    where a.organization_id = :organization and a.id = :assessmentId and c.id = :clauseId`,
)

export const countComments = statement(
  'count_comments_of_record',
  { recordId: text },
  `select count(*)::int as comments from record_comment
    where organization_id = :organization and record_id = :recordId`,
)

/** Finds the people who commented on a record, those of the newest comments first. */
export const findCommentAuthors = statement(
  'find_comment_authors',
  { recordId: text, limit: number },
  `select author_id as id from record_comment
    where organization_id = :organization and record_id = :recordId
    group by author_id order by max(id) desc limit :limit`,
)

export const insertComment = statement(
  'insert_record_comment',
  { id: text, recordId: text, authorId: text, record: text },
  `insert into record_comment (organization_id, id, record_id, author_id, record)
   values (:organization, :id, :recordId, :authorId, :record)`,
)

export const lockComment = statement(
  'lock_record_comment',
  { id: text },
  `select record from record_comment where organization_id = :organization and id = :id for update`,
)

export const updateCommentRecord = statement(
  'update_record_comment',
  { id: text, record: text },
  'update record_comment set record = :record where organization_id = :organization and id = :id',
)

export const insertMentions = statement(
  'insert_comment_mentions',
  { commentId: text, people: texts },
  `insert into comment_mention (organization_id, comment_id, person_id)
   select :organization, :commentId, person from unnest(:people::text[]) person on conflict do nothing`,
)

export const deleteMentions = statement(
  'delete_comment_mentions',
  { commentId: text, kept: texts },
  `delete from comment_mention
    where organization_id = :organization and comment_id = :commentId and person_id <> all (:kept::text[])`,
)

/** SQL: whether the person `p` sees records of the unit `u.unit`. */
const seesUnit = `(not p.disabled and (u.unit is null or p.unit_ids is null or u.unit = any (p.unit_ids)))`

const mentions = `(select json_agg(json_build_object('id', p.id, 'name', p.record::json ->> 'name', 'seesRecord', ${seesUnit})
                     order by p.id)
      from comment_mention m
      join person p on p.organization_id = m.organization_id and p.id = m.person_id
     where m.organization_id = c.organization_id and m.comment_id = c.id)`

/** A person whom a comment mentions. */
export interface MentionedPerson {
  readonly id: string
  readonly name: string
  /** Whether the person can see the record now. */
  readonly seesRecord: boolean
}

export const selectComments = statement(
  'list_comments_of_record',
  { position: text, limit: number, recordId: text },
  `select c.id, c.record, ${nameOf('c.author_id')} as author_name, ${mentions} as mentions
     from record_comment c, (select unit_of_record(:recordId) as unit offset 0) u
    where c.organization_id = :organization and c.record_id = :recordId and c.id < :position
    order by c.id desc limit :limit`,
  narrows<{ mentions: readonly MentionedPerson[] | null }>,
)

export const findMentioned = forItsValues(
  statement(
    'find_mentioned_people',
    { recordId: text, ids: texts },
    `select p.id, p.record::json ->> 'name' as name, ${seesUnit} as sees
       from person p, (select unit_of_record(:recordId) as unit offset 0) u
      where p.organization_id = :organization and p.id = any (:ids::text[])`,
    narrows<{ name: string; sees: boolean }>,
  ),
)

/** Finds people who can see a record among the newest `walked`, by a part of their name or address. */
export const selectMentionable = statement(
  'list_mentionable_people',
  { recordId: text, caller: text, pattern: nullable(text), walked: number, limit: number },
  `select p.id, p.record::json ->> 'name' as name, p.record::json ->> 'email' as email
     from (select * from person w where w.organization_id = :organization order by w.id desc limit :walked) p,
          (select unit_of_record(:recordId) as unit offset 0) u
    where ${seesUnit} and p.id <> :caller
      and (:pattern::text is null or p.record::json ->> 'name' ~ :pattern or p.record::json ->> 'email' ~ :pattern)
    order by p.record::json ->> 'name' ~ coalesce('^' || :pattern, '') desc, lower(p.record::json ->> 'name'), p.id
    limit :limit`,
  narrows<{ name: string; email: string }>,
)
