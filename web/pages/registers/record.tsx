import { Group, Stack } from '@mantine/core'
import { getRouteApi, linkOptions } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { unwrap, api, client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import { isVersioned, type Versioned } from '#web/api/version.ts'
import { RecordDetail, RecordFacts } from '#web/family/detail.tsx'
import { NextStatuses } from '#web/family/next-statuses.tsx'
import { useSecondPerson, WaitingApproval } from '#web/family/second-person.tsx'
import { NotFound } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Section } from '#web/ui/section.tsx'
import { useFieldLabel, useNamed } from './choices.ts'
import {
  allRegisters,
  followingOf,
  namesOf,
  ownFields,
  type Register,
  type Registered,
  registerNamed,
} from './model.ts'
import { EditRecord } from './register-dialog.tsx'

const route = getRouteApi('/app/governance/registers/$register/$recordId')

interface Props {
  readonly register: Register
  readonly record: Registered
}

const ChangeStatus = ({ register, record }: Props & { readonly record: Versioned }) => {
  const { t } = useTranslation('registers')
  const { t: approvals } = useTranslation('approvals')
  const second = useSecondPerson()
  const refresh = useRefresh()
  const takesTwo = (status: string) => second.isNeeded && register.name === 'exceptions' && status === 'active'
  return (
    <NextStatuses
      record={record}
      statuses={followingOf(register, record.status)}
      texts={status => ({
        button: t(`to.${status}`),
        title: t(`to.${status}`),
        text: takesTwo(status) ? approvals('requestText') : t(`toText.${status}`),
      })}
      change={async (status, reason, header) => {
        const params = { path: namesOf(register, record.id), header }
        if (takesTwo(status)) await second.request({ kind: 'exception_activation', resourceId: record.id, reason })
        else await unwrap(client.PATCH(register.detail, { params, body: { status, reason } as never }))
        await refresh()
      }}
    />
  )
}

/** The records of other registers that belong to this one. */
const Belonging = ({ register, record }: Props) => {
  const { t } = useTranslation('registers')
  const belonging = allRegisters.flatMap(({ name, references }) => {
    const [field] = Object.entries(references).find(([, { list }]) => list === register.list) ?? []
    return field ? [{ name, search: { [field]: record.id } }] : []
  })
  if (belonging.length === 0) return null
  return (
    <Section title={t('belonging')}>
      <Group gap="md">
        {belonging.map(({ name, search }) => (
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

const Facts = ({ register, record }: Props) => {
  const labelOf = useFieldLabel()
  const choices = useNamed(register, [record])
  const references = Object.keys(register.references)
  const plain = [
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
      labels={Object.fromEntries(plain.map(name => [name, labelOf(register, name)]))}
      choices={choices}
      record={record}
      more={links}
    />
  )
}

const Detail = ({ register, recordId }: { readonly register: Register; readonly recordId: string }) => {
  const { t } = useTranslation('registers')
  const can = useCan()
  const params = { path: namesOf(register, recordId) }
  const { data, error, refetch } = api.useQuery('get', register.detail, { params })
  // The register follows from the address.
  const read = { data: data as Registered | undefined, error, refetch }
  return (
    <RecordDetail
      query={read}
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
            <Facts register={register} record={record} />
          </Section>
          <Belonging register={register} record={record} />
        </Stack>
      )}
    </RecordDetail>
  )
}

/** One record of a register. */
export const RecordPage = () => {
  const { register, recordId } = route.useParams()
  const found = registerNamed(register)
  return found ? <Detail key={recordId} register={found} recordId={recordId} /> : <NotFound />
}
