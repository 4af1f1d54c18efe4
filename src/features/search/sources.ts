import { composed, number, rows, text, texts } from '#db/statement.ts'
import type { Actor } from '#http/access.ts'
import type { SearchSource } from '#shared/search-source.ts'

/** A record as a search shows it. */
interface FoundRecord {
  readonly title: string
  readonly key: string | null
}

interface FoundRow {
  id: string
  found: FoundRecord | null
}

interface TextRow {
  id: string
  texts: { readonly key: string | null; readonly others: string; readonly comments: string | null } | null
}

const byPrefix = (sources: readonly SearchSource[], select: (source: SearchSource) => string): string =>
  `case split_part(i.id, '_', 1) ${sources
    .map(
      source => `when '${source.prefix}' then (select ${select(source)} from ${source.table} t
        where t.organization_id = :organization and t.id = i.id)`,
    )
    .join('\n      ')} end`

/** Composes the statements that read the searched records of all kinds. */
export const createSearchStatements = (sources: readonly SearchSource[]) => ({
  kinds: sources.map(({ prefix }) => prefix),
  /** The kinds that a search of this caller finds. */
  kindsFor: ({ role }: Actor): string[] =>
    sources.filter(({ roles }) => !roles || (role && roles.includes(role))).map(({ prefix }) => prefix),
  /** Reads the texts to index, of records by their ids. */
  readTexts: composed(
    'read_search_texts',
    { ids: texts },
    `select i.id, ${byPrefix(
      sources,
      ({ key = 'null::text', title, texts: others = [], comments = 'null::text' }) =>
        `json_build_object('key', ${key}, 'others', concat_ws(' ', ${[title, ...others].join(', ')}), 'comments', ${comments})`,
    )} as texts from unnest(:ids::text[]) i(id)`,
    rows<TextRow>,
  ),
  /** Reads titles and keys of the records that the caller may see. */
  readFound: composed(
    'read_found_records',
    { ids: texts },
    `select i.id, ${byPrefix(
      sources,
      ({ key, title }) => `json_build_object('title', ${title}, 'key', ${key ?? 'null::text'})`,
    )} as found from unnest(:ids::text[]) i(id)`,
    rows<FoundRow>,
  ),
  /** Walks all records in the order of their ids. */
  walk: composed(
    'walk_searched_records',
    { position: text, limit: number },
    `select id from (${[...new Set(sources.map(({ table }) => table))]
      .map(
        table => `(select id::text collate "C" as id from ${table}
        where organization_id = :organization and id > :position order by id limit :limit)`,
      )
      .join(' union all ')}) t order by id limit :limit`,
    rows<{ id: string }>,
  ),
})

export type SearchStatements = ReturnType<typeof createSearchStatements>

declare module '#http/call.ts' {
  interface Capabilities {
    readonly searchStatements: SearchStatements
  }
}
