import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ifMatch, type IfMatch, type Versioned } from '#web/api/version.ts'
import { ChangeError } from '#web/ui/changed-meanwhile.tsx'
import { useDraft } from '#web/ui/draft.ts'
import { DraftNote } from '#web/ui/draft-note.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { isReason, ReasonField } from '#web/ui/reason-field.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { EventPicker } from './event-picker.tsx'
import type { Form } from './webhook.ts'

export interface Fields {
  readonly url: string
  readonly name: string
  readonly description: string
  readonly events: readonly string[]
  /** Days; null without a reminder to rotate the secret. */
  readonly rotationIntervalDays: number | null
}

interface Making {
  readonly of?: undefined
  readonly onSubmit: (fields: Fields, reason: string) => Promise<unknown>
}

interface Changing {
  /** The webhook. Fields that it does not show are left empty, and stay as they are. */
  readonly of: Versioned
  /** `before` holds the initial values of the fields. */
  readonly onSubmit: (fields: Fields, reason: string, header: IfMatch, before: Fields) => Promise<unknown>
}

type Props = (Making | Changing) & {
  readonly form: Form
  readonly initial: Fields
  readonly submit: string
  readonly children?: ReactNode
}

/** Creates or changes a webhook; the server's messages appear at their fields. */
export const EndpointForm = (props: Props) => {
  const { form: shape, initial, submit, of, children } = props
  const { t } = useTranslation('webhooks')
  const begun = { ...initial, reason: '' }
  const form = useForm({ initialValues: begun })
  const [seen, setSeen] = useState(of)
  const refresh = useRefresh()
  const types = api.useQuery('get', '/api/workspace/webhooks/events')
  const hidden = of !== undefined && shape === 'versioned'
  const sending = useSending(form, async (reason, now = draft.base) => {
    if (props.of) await props.onSubmit(form.values, reason, ifMatch(now ?? props.of), form.getInitialValues())
    else await props.onSubmit(form.values, reason)
    draft.discard()
  })
  const draft = useDraft(form, { place: location.pathname, of: seen, busy: sending.busy })
  const isTouched = form.isDirty()
  // A version read after the person started typing is not the one that they change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another version is read, or the input is no longer unsent
  useEffect(() => {
    if (isTouched || seen?.etag === of?.etag) return
    setSeen(of)
    form.setInitialValues(begun)
    form.setValues(begun)
  }, [isTouched, of?.etag])

  const take = () => {
    draft.discard()
    sending.forgetError()
    void refresh()
  }

  return (
    <form ref={sending.formRef} onSubmit={sending.onSubmit} noValidate>
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
        <NumberField
          label={t('form.rotation')}
          description={t('form.rotationHint')}
          min={1}
          max={3650}
          whole
          maw={320}
          {...form.getInputProps('rotationIntervalDays')}
          value={form.values.rotationIntervalDays ?? ''}
          onChange={value => form.setFieldValue('rotationIntervalDays', value === '' ? null : Number(value))}
        />
        <ReasonField value={form.values.reason} {...form.getInputProps('reason')} />
        <ChangeError error={sending.error} base={draft.base} busy={sending.busy} again={sending.again} discard={take} />
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
