import { Checkbox, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, type Schemas, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ActionDialog } from './action-dialog.tsx'

type Field = 'reason' | 'detail' | 'beforeDigest' | 'afterDigest' | 'contentDigest'

/** Ids of records about people: their digests would confirm a guessed address. */
const personalRecord = /^(?:prs|inv|ses|idp|lgn)_/

/** The fields of a row that can be erased. The server makes the final decision. */
export const erasableOf = (event: Schemas['AuditEvent']): readonly Field[] => {
  const texts: readonly Field[] = ['reason', 'detail']
  const digests: readonly Field[] = personalRecord.test(event.resourceId)
    ? ['beforeDigest', 'afterDigest', 'contentDigest']
    : []
  return [...texts, ...digests].filter(field => typeof event[field] === 'string')
}

interface Props {
  readonly event: Schemas['AuditEvent']
  readonly opened: boolean
  readonly onClose: () => void
  readonly onErased: () => void
}

/** Erases text for good. The ledger keeps its digests, so every proof still holds and the text cannot be guessed. */
export const EraseWords = ({ event, opened, onClose, onErased }: Props) => {
  const { t } = useTranslation('trails')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const form = useForm({ initialValues: { fields: [] as string[], reason: '' } })
  const erasable = erasableOf(event)
  const fields = erasable.filter(field => form.values.fields.includes(field))
  const send = async (reason: string) => {
    const params = { path: { auditEventId: event.id } }
    await unwrap(client.POST('/api/workspace/audit/{auditEventId}/erase', { params, body: { fields, reason } }))
    await refresh()
    onErased()
  }
  return (
    <ActionDialog
      operation="eraseAuditFields"
      opened={opened}
      onClose={onClose}
      title={t('erase.title')}
      about={event.id}
      text={t('erase.text')}
      submit={t('erase.submit')}
      danger
      onTop
      form={form}
      ready={fields.length > 0}
      missing={common('form.chooseSome')}
      missingAt="fields"
      onSubmit={send}
    >
      <Checkbox.Group label={t('erase.fields')} {...form.getInputProps('fields')}>
        <Stack gap="xs" mt={4}>
          {erasable.map(field => (
            <Checkbox key={field} value={field} label={t(`erase.field.${field}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </ActionDialog>
  )
}
