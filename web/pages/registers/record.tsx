import { Group, Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { isVersioned, type Versioned } from '#web/api/version.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { useSecondPerson, WaitingApproval } from '#web/family/second-person.tsx'
import { NotFound } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { useChoicesAndNames, useFieldLabel } from './choices.ts'
import {
  allRegisters,
  namesOf,
  nextStatusesOf,
  ownFields,
  type Register,
  type RegisterRecord,
  registerNamed,
} from './model.ts'
import { EditRecord } from './register-dialog.tsx'

const route = getRouteApi('/app/governance/registers/$register/$recordId')

interface Props {
  readonly register: Register
  readonly record: RegisterRecord
}

const ChangeStatus = ({ register, record }: Props & { readonly record: Versioned }) => {
  const { t } = useTranslation('registers')
  const { t: approvals } = useTranslation('approvals')
  const secondPerson = useSecondPerson()
  const needsSecond = (status: string) => secondPerson.isNeeded && register.name === 'exceptions' && status === 'active'
  return (
    <NextStatuses
      operation={register.operations.update}
      record={record}
      statuses={nextStatusesOf(register, record.status)}
      texts={status => ({
        button: t(`to.${status}`),
        title: t(`to.${status}`),
        text: needsSecond(status) ? approvals('requestText') : t(`toText.${status}`),
      })}
      approval={status => (needsSecond(status) ? { kind: 'exception_activation', resourceId: record.id } : undefined)}
    />
  )
}

/** Links to the records of other registers that refer to this record. */
const RelatedRecords = ({ register, record }: Props) => {
  const { t } = useTranslation('registers')
  const related = allRegisters.flatMap(({ name, references }) => {
    const [field] = Object.entries(references).find(([, { list }]) => list === register.list) ?? []
    return field ? [{ name, search: { [field]: record.id } }] : []
  })
  if (related.length === 0) return null
  return (
    <Section title={t('belonging')}>
      <Group gap="md">
        {related.map(({ name, search }) => (
          <AnchorLink
            key={name}
            to="/governance/registers/$register"
            params={{ register: name }}
            search={search}
            fz="sm"
          >
            {t(`name.${name}`)}
          </AnchorLink>
        ))}
      </Group>
    </Section>
  )
}

const RegisterFacts = ({ register, record }: Props) => {
  const labelOf = useFieldLabel()
  const choices = useChoicesAndNames(register, [record])
  const references = Object.keys(register.references)
  const plainFields = [
    register.key,
    'description',
    'ownerId',
    ...ownFields(register).filter(name => !references.includes(name)),
  ]
  const links = references.map(name => {
    const id = record[name]
    const label = choices[name]?.find(({ value }) => value === id)?.label
    const link = typeof id === 'string' && (
      <RecordLink key={name} id={id}>
        {label ?? id}
      </RecordLink>
    )
    return [labelOf(register, name), link] as const
  })
  return (
    <RecordFacts
      fields={register.fields}
      labels={Object.fromEntries(plainFields.map(name => [name, labelOf(register, name)]))}
      choices={choices}
      record={record}
      extraRows={links}
    />
  )
}

const Detail = ({ register, recordId }: { readonly register: Register; readonly recordId: string }) => {
  const { t } = useTranslation('registers')
  const can = useCan()
  const params = { path: namesOf(register, recordId) }
  const { data, error, refetch } = api.useQuery('get', register.detail, { params })
  // The address determines the register, so the record has its fields.
  const query = { data: data as RegisterRecord | undefined, error, refetch }
  return (
    <RecordDetail
      comments
      query={query}
      list={linkOptions({ to: '/governance/registers/$register', params: { register: register.name } })}
      listTitle={t(`name.${register.name}`)}
      buttons={record =>
        can(register.operations.update) &&
        isVersioned(record) && (
          <>
            <EditRecord register={register} record={record} />
            <ChangeStatus register={register} record={record} />
          </>
        )
      }
    >
      {record => (
        <Stack>
          {register.name === 'exceptions' && <WaitingApproval resourceId={record.id} />}
          <Section title={t('facts')}>
            <RegisterFacts register={register} record={record} />
          </Section>
          <RelatedRecords register={register} record={record} />
        </Stack>
      )}
    </RecordDetail>
  )
}

/** The page of a record of a register. */
export const RecordPage = () => {
  const { register, recordId } = route.useParams()
  const family = registerNamed(register)
  return family ? <Detail key={recordId} register={family} recordId={recordId} /> : <NotFound />
}
