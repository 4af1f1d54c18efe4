import { Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { type IfMatch, ifMatch, type Versioned } from '#web/api/version.ts'
import { ChangeError } from '#web/ui/changed-meanwhile.tsx'
import { useDraft } from '#web/ui/draft.ts'
import { DraftNote } from '#web/ui/draft-note.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { FormFooter, SubmitButton } from '#web/ui/form-footer.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { AddReason, ReasonField } from '#web/ui/reason-field.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { useReason } from '#web/ui/use-reason.ts'
import { EventPicker } from './event-picker.tsx'
import type { Form } from './webhook.ts'

export interface EndpointFields {
  readonly url: string
  readonly name: string
  readonly description: string
  readonly events: readonly string[]
  /** Days between reminders to rotate the secret; null for none. */
  readonly rotationIntervalDays: number | null
}

interface CreateProps {
  readonly record?: undefined
  readonly onSubmit: (fields: EndpointFields, reason: string) => Promise<unknown>
}

interface ChangeProps {
  /** The webhook. Fields that it does not show are empty in the form, and stay unchanged. */
  readonly record: Versioned
  /** `before` holds the initial values of the fields. */
  readonly onSubmit: (
    fields: EndpointFields,
    reason: string,
    header: IfMatch,
    before: EndpointFields,
  ) => Promise<unknown>
}

type Props = (CreateProps | ChangeProps) & {
  readonly form: Form
  readonly initial: EndpointFields
  readonly submit: string
  readonly children?: ReactNode
}

/** The form that creates or changes a webhook. The server's messages appear at their fields. */
export const EndpointForm = (props: Props) => {
  const { form: shape, initial, submit, record, children } = props
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const initialValues = { ...initial, reason: '' }
  const form = useForm({ initialValues })
  const [base, setBase] = useState(record)
  const refresh = useRefresh()
  const types = api.useQuery('get', '/api/workspace/webhooks/events')
  const isHidden = record !== undefined && shape === 'versioned'
  const reason = useReason(form, { operation: record ? 'updateWebhook' : 'createWebhook' })
  const sending = useSending(
    form,
    async (typedReason, current = draft.base) => {
      const text = reason.complete(typedReason)
      if (props.record)
        await props.onSubmit(form.values, text, ifMatch(current ?? props.record), form.getInitialValues())
      else await props.onSubmit(form.values, text)
      draft.discard()
    },
    () => ({
      fields: { ...reason.gaps(), ...(form.values.events.length === 0 && { events: common('form.chooseSome') }) },
    }),
  )
  const draft = useDraft(form, { formId: location.pathname, record: base, busy: sending.busy })
  const isTouched = form.isDirty()
  // While the person is typing, a newly loaded version does not replace the one that they are changing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when a version is loaded, or the input is no longer unsent
  useEffect(() => {
    if (isTouched || base?.etag === record?.etag) return
    setBase(record)
    form.setInitialValues(initialValues)
    form.setValues(initialValues)
  }, [isTouched, record?.etag])

  const discardChange = () => {
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
          description={t(isHidden ? 'form.urlKept' : 'form.urlHint')}
          placeholder="https://hooks.example.com/probata"
          type="url"
          required={!isHidden}
          {...form.getInputProps('url')}
        />
        {shape === 'versioned' && <TextInput label={t('form.name')} required {...form.getInputProps('name')} />}
        <TextInput
          label={t('form.description')}
          description={t(isHidden ? 'form.descriptionKept' : 'form.descriptionHint')}
          required={!isHidden}
          {...form.getInputProps('description')}
        />
        {types.isPending ? (
          <Lines count={6} />
        ) : (
          <EventPicker
            types={types.data?.events ?? []}
            selected={form.values.events}
            allowsWildcard={shape === 'unversioned'}
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
          integer
          maw={320}
          {...form.getInputProps('rotationIntervalDays')}
          value={form.values.rotationIntervalDays ?? ''}
          onChange={value => form.setFieldValue('rotationIntervalDays', value === '' ? null : Number(value))}
        />
        {reason.isShown && <ReasonField {...reason.fieldProps} autoFocus />}
        <FormFooter
          start={reason.isAddable && <AddReason onAdd={reason.add} />}
          error={
            <ChangeError
              error={sending.error}
              base={draft.base}
              busy={sending.busy}
              resend={sending.resend}
              discard={discardChange}
            />
          }
        >
          {children}
          <SubmitButton loading={sending.busy}>{submit}</SubmitButton>
        </FormFooter>
      </Stack>
    </form>
  )
}
