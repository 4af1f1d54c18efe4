import type { Family } from '#family/family.ts'
import { referenceOf } from '#family/reference.ts'

const statusesOf = ({ record }: Family): string => {
  const { enum: values = [] }: { enum?: readonly string[] } = Object(record.properties.status)
  return values.join()
}

const referencesOf = ({ record }: Family): string =>
  Object.entries(record.properties)
    .flatMap(([field, schema]) => {
      const target = referenceOf(schema)?.target
      return target ? [`${field}:${target.table}`] : []
    })
    .join()

/** Renders one line for each family: its table, its id prefix and its declared properties. */
export const familyLines = (families: readonly Family[]): string =>
  families
    .map(family => {
      const parts = {
        key: family.key,
        statuses: statusesOf(family),
        references: referencesOf(family),
        filters: family.filters.join(),
        scope: family.scope,
        choices: family.choices?.map(({ kind }) => kind).join(),
      }
      const fields = Object.entries(parts).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
      return `${[family.table, family.prefix, ...fields].join(' ')}\n`
    })
    .join('')
