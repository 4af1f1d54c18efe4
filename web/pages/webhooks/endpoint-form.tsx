import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useDraft } from '#web/ui/draft.ts'
import { DraftNote } from '#web/ui/draft-note.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { isReason, ReasonField } from '#web/ui/reason-field.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { EventPicker } from './event-picker.tsx'
import type { Form } from './webhook.ts'

export interface Fields {
  readonly url: string
  readonly name: string
  readonly description: string
  readonly events: readonly string[]
  /** Days; null for a secret that nothing asks to rotate. */
  readonly rotationIntervalDays: number | null
}

interface Props {
  readonly form: Form
  readonly initial: Fields
  readonly submit: string
  /** Fields that the record does not show are left empty, and stay as they are. */
  readonly editing?: boolean
  readonly onSubmit: (fields: Fields, reason: string) => Promise<unknown>
  readonly children?: ReactNode
}

/** Makes or changes a webhook; what the server says of a field stands at the field. */
export const EndpointForm = ({ form: shape, initial, submit, editing = false, onSubmit, children }: Props) => {
  const { t } = useTranslation('webhooks')
  const form = useForm({ initialValues: { ...initial, reason: '' } })
  const types = api.useQuery('get', '/api/workspace/webhooks/events')
  const hidden = editing && shape === 'versioned'
  const sending = useSending(form, async reason => {
    await onSubmit(form.values, reason)
    form.setInitialValues({ ...form.getValues(), reason: '' })
    draft.discard()
  })
  const draft = useDraft(form, { place: location.pathname, busy: sending.busy })

  return (
    <form ref={sending.element} onSubmit={sending.onSubmit} noValidate>
      <Stack maw={720}>
        <DraftNote {...draft} />
        <TextInput
          label={t('form.url')}
          description={t(hidden ? 'form.urlKept' : 'form.urlHint')}
          placeholder="https://hooks.example.com/probata"
          type="url"
          required={!hidden}
          {...form.getInputProps('url')}
        />
        {shape === 'versioned' && <TextInput label={t('form.name')} required {...form.getInputProps('name')} />}
        <TextInput
          label={t('form.description')}
          description={t(hidden ? 'form.descriptionKept' : 'form.descriptionHint')}
          required={!hidden}
          {...form.getInputProps('description')}
        />
        {types.isPending ? (
          <Lines count={6} />
        ) : (
          <EventPicker
            types={types.data?.events ?? []}
            chosen={form.values.events}
            offersAll={shape === 'unversioned'}
            error={form.errors.events}
            onChange={events => form.setFieldValue('events', events)}
          />
        )}
        <ErrorNote error={types.error} retry={types.refetch} />
        <NumberInput
          label={t('form.rotation')}
          description={t('form.rotationHint')}
          min={1}
          max={3650}
          allowDecimal={false}
          maw={320}
          {...form.getInputProps('rotationIntervalDays')}
          value={form.values.rotationIntervalDays ?? ''}
          onChange={value => form.setFieldValue('rotationIntervalDays', value === '' ? null : Number(value))}
        />
        <ReasonField value={form.values.reason} {...form.getInputProps('reason')} />
        <ErrorNote error={sending.error} />
        <Group>
          <Button
            type="submit"
            loading={sending.busy}
            disabled={!isReason(form.values.reason) || form.values.events.length === 0}
          >
            {submit}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  )
}
