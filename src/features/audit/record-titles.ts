import { composed, rows, texts } from '#db/statement.ts'
import type { FindTitles, NamedRecord, TitleSource } from '#shared/title-source.ts'

interface TitleRow {
  id: string
  named: NamedRecord | null
}

const lookup = ({ prefix, table, title, page = 't.id', part }: TitleSource): string =>
  `when '${prefix}' then (select json_build_object('id', ${page}, 'title', ${title}${part ? `, 'part', ${part}` : ''}) from ${table} t
        where t.organization_id = :organization and t.id = i.id and ${title} is not null)`

/**
 * Creates a function that reads all titles with one statement. It looks up each id once, in the table of its prefix. If
 * a prefix has several sources, the first one applies.
 */
export const createTitleFinder = (sources: readonly TitleSource[]): FindTitles => {
  const readTitles = composed(
    'read_record_titles',
    { ids: texts },
    `select i.id, case split_part(i.id, '_', 1) ${sources.map(lookup).join('\n      ')} end as named
       from unnest(:ids::text[]) i(id)`,
    rows<TitleRow>,
  )
  return async (query, ids) => {
    if (ids.length === 0) return new Map()
    const titleRows = await query(readTitles, { ids })
    return new Map(titleRows.flatMap(({ id, named }) => (named ? [[id, named]] : [])))
  }
}
