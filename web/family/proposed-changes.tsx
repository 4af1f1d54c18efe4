import { useTranslation } from 'react-i18next'
import { type Column, DataTable } from '#web/ui/data-table.tsx'
import { useNames } from './choices.ts'

interface Change {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** The text groups for the values of settings. */
const valueTexts: Readonly<Record<string, string>> = {
  createPeople: 'common:changed.',
  addressesVerified: 'common:changed.',
  signOutAtProvider: 'common:changed.',
  defaultRole: 'common:role.',
  clientAuthentication: 'access:signOn.authentication.',
  assertionAudience: 'access:signOn.audience.',
  withoutGroup: 'access:groups.withoutGroup.',
  mapPeople: 'access:groups.mapping.',
}

const booleanKeys: Readonly<Record<string, string>> = { true: 'yes', false: 'no' }

/** A rule for groups: the field starts with the source, and the value lists the role before the units. */
const groupRule = /^(single_sign_on|scim): /

const unitsOf = (text: string | null): string[] => text?.match(/\bunt_\w+/g) ?? []

/** Settings with their current and requested values, in the words of their own pages. */
export const ChangesTable = ({ changes }: { changes: readonly Change[] }) => {
  const { t } = useTranslation(['approvals', 'access', 'common'])
  const rules = changes.filter(({ field }) => groupRule.test(field))
  const ids = rules.flatMap(({ before, after }) => [...unitsOf(before), ...unitsOf(after)])
  const names = useNames([{ kind: 'unit', ids: [...new Set(ids)] }])
  const translate = (key: string, defaultValue: string): string => String(t(key as never, { defaultValue } as never))

  const nameOf = (field: string): string => {
    const [start, source] = groupRule.exec(field) ?? []
    if (start === undefined) return translate(`approvals:fields.${field}`, field)
    return `${translate(`approvals:sources.${source}`, String(source))}: ${field.slice(start.length)}`
  }
  const formatValue = (field: string, value: string | null): string => {
    if (value === null) return '–'
    const group = valueTexts[field]
    if (group) return translate(`${group}${booleanKeys[value] ?? value}`, value)
    if (!groupRule.test(field)) return value
    const [role = '', ...units] = value.split(', ')
    return [translate(`common:role.${role}`, role), ...units.map(id => names.get(id) ?? id)].join(', ')
  }
  const columns: readonly Column<Change>[] = [
    { key: 'setting', header: t('setting'), render: ({ field }) => nameOf(field) },
    { key: 'before', header: t('before'), render: ({ field, before }) => formatValue(field, before), width: '36%' },
    { key: 'after', header: t('after'), render: ({ field, after }) => formatValue(field, after), width: '36%' },
  ]
  return <DataTable label={t('changes')} columns={columns} rows={changes} rowKey={({ field }) => field} />
}
