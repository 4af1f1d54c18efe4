import { RecordLink } from '#web/ui/records.tsx'
import { type ChoiceKind, useNames } from './choices.ts'

/** The kind of choice that names a record, by the prefix of its id. */
const kinds: Readonly<Record<string, ChoiceKind>> = {
  gec: 'evidence_claim',
  ger: 'evidence_requirement',
  subreq: 'submission_requirement',
  subpkg: 'submission_package',
  gas: 'assessment',
  gfw: 'framework',
  gct: 'control',
  gfd: 'finding',
  gpl: 'policy',
  gqn: 'questionnaire',
  grk: 'risk',
  prs: 'person',
  sva: 'service_account',
  unt: 'unit',
}

const kindOf = (id: string): ChoiceKind | undefined => {
  const [, prefix = ''] = /^([a-z]+)_[0-9A-Za-z]+$/.exec(id) ?? []
  return Object.hasOwn(kinds, prefix) ? kinds[prefix] : undefined
}

/** The names of records of any kind by id. A record that the user cannot see, or without a name, has its id. */
export const useRecordNames = (ids: readonly (string | null | undefined)[]): ((id: string) => string) => {
  const known = [...new Set(ids)].flatMap(id => {
    const kind = id ? kindOf(id) : undefined
    return id && kind ? [{ id, kind }] : []
  })
  const byKind = Map.groupBy(known, ({ kind }) => kind)
  const names = useNames([...byKind].map(([kind, ofKind]) => ({ kind, ids: ofKind.map(({ id }) => id) })))
  return id => names.get(id) ?? id
}

/** A record by its name, as a link to its page. Lists name all rows at once with `useRecordNames`. */
export const NamedRecord = ({ id }: { id: string }) => {
  const nameOf = useRecordNames([id])
  return <RecordLink id={id}>{nameOf(id)}</RecordLink>
}
