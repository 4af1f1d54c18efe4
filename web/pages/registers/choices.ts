import { useQueries, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import type { Choice } from '#web/ui/filter-bar.tsx'
import type { ChoiceValue, FieldName, Register } from './model.ts'

/** The names of fields for people, and of a register's key. */
export const useFieldLabel = () => {
  const { t } = useTranslation('registers')
  return ({ key }: Register, name: string): string => (name === key ? t('key') : t(`field.${name as FieldName}`))
}

const aMinute = 60_000
const largestPage = 200

interface Named {
  readonly id: string
  readonly title: string
}

/** The newest records that fields refer to, by their keys and titles. */
const useReferred = ({ references }: Register): Readonly<Record<string, readonly Choice[]>> => {
  const entries = Object.entries(references)
  const found = useQueries({
    queries: entries.map(([, { list, array, key }]) => ({
      queryKey: [...keyOfList(list as Register['list']), 'choices'],
      staleTime: aMinute,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Choice[]> => {
        const params = { query: { limit: largestPage } }
        const page: object = await answered(client.GET(list as Register['list'], { params, signal }))
        const rows: readonly Named[] = Reflect.get(page, array)
        return rows.map(row => ({ value: row.id, label: `${Reflect.get(row, key)} · ${row.title}` }))
      },
    })),
  })
  return Object.fromEntries(entries.map(([field], i) => [field, found[i]?.data ?? []]))
}

const usePeople = (): readonly Choice[] => {
  const { data = [] } = useQuery({
    queryKey: [...keyOfList('/api/workspace/people'), 'choices'],
    staleTime: aMinute,
    queryFn: async ({ signal }) => {
      const params = { query: { limit: largestPage } }
      const { people } = await answered(client.GET('/api/workspace/people', { params, signal }))
      return people.map(({ id, name }) => ({ value: id, label: name }))
    },
  })
  return data
}

/** What each field of a register may say, where that is one of several. */
export const useChoices = (register: Register): Readonly<Record<string, readonly Choice[]>> => {
  const { t } = useTranslation('registers')
  const { t: common } = useTranslation()
  const referred = useReferred(register)
  const people = usePeople()
  const listed = Object.entries(register.fields).flatMap(([name, { values }]) =>
    values && name !== 'status'
      ? [[name, values.map(value => ({ value, label: t(`choice.${value as ChoiceValue}`) }))] as const]
      : [],
  )
  return {
    ...Object.fromEntries(listed),
    ...referred,
    status: register.statuses.map(value => ({ value, label: common(`status.${value}`) })),
    ownerId: people,
  }
}
