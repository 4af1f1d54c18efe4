import { useTranslation } from 'react-i18next'
import { api, type Schemas } from '#web/api/client.ts'
import { useCan } from '#web/api/session.ts'
import { useRecordNames } from '#web/family/record-names.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { useJobWords } from './job-words.tsx'

type SecurityEvent = Schemas['SecurityEvent']

export const recordOf = ({ context }: SecurityEvent): string | undefined =>
  context.resourceId ?? context.bindingId ?? context.migrationId ?? context.personId

/**
 * Kinds of records that are not offered as choices. Their name is shown if the user may read it, otherwise their kind.
 */
const kinds = ['idp', 'ptk', 'stb', 'stm', 'whk', 'gee', 'grs', 'srh', 'skd'] as const

const kindOf = (id: string) => kinds.find(kind => id.startsWith(`${kind}_`))

/** Returns a function that names the record of an event: by its name or its kind, or by its id if neither is known. */
export const useSubjectNames = (ids: readonly (string | undefined)[]): ((id: string) => string) => {
  const { t } = useTranslation('trails')
  const can = useCan()
  const nameOf = useRecordNames(ids)
  const hasKind = (kind: string) => ids.some(id => id?.startsWith(`${kind}_`))
  const tokens = api.useQuery(
    'get',
    '/api/workspace/provisioning-tokens',
    { params: { query: { limit: 200 } } },
    { enabled: hasKind('ptk') && can('listProvisioningTokens') },
  )
  const bindings = api.useQuery(
    'get',
    '/api/workspace/storage-bindings',
    { params: { query: { limit: 200 } } },
    { enabled: hasKind('stb') && can('listStorageBindings') },
  )
  const namedRecords = [...(tokens.data?.provisioningTokens ?? []), ...(bindings.data?.storageBindings ?? [])]
  return id => {
    const name = namedRecords.find(record => record.id === id)?.name ?? nameOf(id)
    const kind = kindOf(id)
    return name === id && kind ? t(`events.kinds.${kind}`) : name
  }
}

export const JobLink = ({ name }: { name: string }) => {
  const wordsOf = useJobWords()
  return (
    <AnchorLink to="/trails/jobs/$name" params={{ name }} fz="inherit">
      {wordsOf({ name, description: '' }).name}
    </AnchorLink>
  )
}

interface Props {
  readonly event: SecurityEvent
  readonly nameOf: (id: string) => string
}

/** The record or job that an event is about. */
export const EventSubject = ({ event, nameOf }: Props) => {
  const id = recordOf(event)
  if (id !== undefined) return <RecordLink id={id}>{nameOf(id)}</RecordLink>
  return event.context.job === undefined ? '–' : <JobLink name={event.context.job} />
}
