import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { FieldValue } from '#web/family/field-value.tsx'
import { recordRanges } from '#web/family/record-list.tsx'
import { List } from '#web/list/list.tsx'
import { useListPages } from '#web/list/use-list-pages.ts'
import { Empty } from '#web/ui/empty.tsx'
import { NotFound } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import type { Column } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import { offersOf, useChoices, useChoicesAndNames, useFieldLabel } from './choices.ts'
import { ownFields, type Register, type RegisterRecord, registerNamed } from './model.ts'
import { CreateRecord } from './register-dialog.tsx'

const route = getRouteApi('/app/governance/registers/$register')

const sortableFields = (register: Register): readonly string[] => [
  'title',
  register.key,
  'status',
  'owner',
  'updatedAt',
]

/** The columns: title, key, the register's own fields, status and last change. */
const useColumns = (register: Register, rows: readonly RegisterRecord[]): readonly Column<RegisterRecord>[] => {
  const { t } = useTranslation()
  const labelOf = useFieldLabel()
  const choices = useChoicesAndNames(register, rows)
  const ownColumns = ownFields(register).flatMap((name, i): Column<RegisterRecord>[] => {
    const field = register.fields[name]
    if (!field) return []
    const render = (row: RegisterRecord) =>
      row[name] === null ? '–' : <FieldValue field={field} value={row[name]} choices={choices[name] ?? []} />
    const sort = name === 'ownerId' && { sortBy: 'owner' }
    return [{ key: name, ...sort, header: labelOf(register, name), render, wide: i > 0 }]
  })
  return [
    { key: 'title', sortBy: 'title', header: labelOf(register, 'title'), render: ({ title }) => title },
    {
      key: 'key',
      sortBy: register.key,
      header: labelOf(register, register.key),
      render: row => <code>{String(row[register.key])}</code>,
      wide: true,
    },
    ...ownColumns,
    {
      key: 'status',
      sortBy: 'status',
      header: t('filters.status'),
      render: ({ status }) => <StatusBadge status={status} />,
    },
    {
      key: 'changed',
      sortBy: 'updatedAt',
      header: t('record.changed'),
      render: row => <Time at={row.updatedAt} as="ago" />,
      wide: true,
    },
  ]
}

const RegisterList = ({ register }: { register: Register }) => {
  const { t } = useTranslation('registers')
  const { t: common } = useTranslation()
  const can = useCan()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const labelOf = useFieldLabel()
  const choices = useChoices(register)
  const offers = offersOf(register)
  const filters = register.filters.filter(name => search[name] !== undefined)
  const query = {
    ...Object.fromEntries(filters.map(name => [name, search[name]])),
    ...(search.key !== undefined && { [register.key]: search.key }),
  }
  const pages = useListPages(
    register.list,
    { query },
    // `array` names the property with the rows.
    page => Reflect.get(page, register.array) as readonly RegisterRecord[],
    { search, columns: sortableFields(register).map(sortBy => ({ sortBy })), ranges: recordRanges },
  )
  return (
    <>
      <PageHeader
        title={t(`name.${register.name}`)}
        description={t(`about.${register.name}`)}
        back={
          <AnchorLink to="/governance/registers" size="sm">
            {t('title')}
          </AnchorLink>
        }
      >
        {can(register.operations.create) && <CreateRecord register={register} />}
      </PageHeader>
      <List
        operation={register.operations.list}
        label={t(`name.${register.name}`)}
        pages={pages}
        columns={useColumns(register, pages.rows)}
        rowKey={({ id }) => id}
        nameOf={({ title }) => title}
        to={({ id }) =>
          linkOptions({
            to: '/governance/registers/$register/$recordId',
            params: { register: register.name, recordId: id },
          })
        }
        filters={[
          ...register.filters.map(name => ({
            name,
            label: labelOf(register, name),
            ...(choices[name] && { choices: choices[name] }),
            ...(offers[name] && { offer: offers[name] }),
          })),
          { name: 'key', label: labelOf(register, register.key) },
        ]}
        ranges={[{ name: 'createdAt', label: common('record.created') }]}
        search={search}
        onSearch={(search, options) => navigate({ search, ...options })}
        empty={<Empty title={t('empty')} text={t(`about.${register.name}`)} />}
      />
    </>
  )
}

/** The records of a register. */
export const RegisterPage = () => {
  const { register } = route.useParams()
  const family = registerNamed(register)
  return family ? <RegisterList key={register} register={family} /> : <NotFound />
}
