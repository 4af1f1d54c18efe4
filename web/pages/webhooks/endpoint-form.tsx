import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, describeError } from '#web/api/client.ts'
import { asSeen, type IfMatch, type Versioned } from '#web/api/version.ts'
import { Refused } from '#web/ui/changed-meanwhile.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { isReason, ReasonField } from '#web/ui/reason-field.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { EventPicker } from './event-picker.tsx'
import { type Form, useRefresh } from './webhook.ts'

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
  /** The webhook that it changes. */
  readonly of?: Versioned
  readonly onSubmit: (fields: Fields, reason: string, header: IfMatch) => Promise<unknown>
  readonly children?: ReactNode
}

const fieldOf = ({ path }: { readonly path: readonly (string | number)[] }): string => String(path[0] ?? '')

/** Makes or changes a webhook; what the server says of a field stands at the field. */
export const EndpointForm = (props: Props) => {
  const { form, initial, submit, editing = false, of, onSubmit, children } = props
  const { t } = useTranslation('webhooks')
  const [changed, setChanged] = useState<Partial<Fields>>({})
  const fields = { ...initial, ...changed }
  // What is read once somebody writes is not what they change.
  const [seen, setSeen] = useState(of)
  if (Object.keys(changed).length === 0 && seen?.etag !== of?.etag) setSeen(of)
  const [reason, setReason] = useState('')
  const [error, setError] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const element = useRef<HTMLFormElement>(null)
  const refresh = useRefresh()
  const types = api.useQuery('get', '/api/workspace/webhooks/events')
  const { issues = [] } = error ? describeError(error) : {}
  const told = (name: keyof Fields) => issues.find(issue => fieldOf(issue) === name)?.message
  const isTold = issues.length > 0 && issues.every(issue => fieldOf(issue) in fields)
  const set = (over: Partial<Fields>) => setChanged(before => ({ ...before, ...over }))
  const hidden = editing && form === 'versioned'

  useEffect(() => {
    if (error) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])

  const send = async (version: Versioned | undefined) => {
    if (busy) return
    setBusy(true)
    try {
      await onSubmit(fields, reason.trim(), asSeen(version))
      setReason('')
      setChanged({})
      setError(undefined)
    } catch (refused) {
      setError(refused)
    } finally {
      setBusy(false)
    }
  }

  const begin = (event: FormEvent) => {
    event.preventDefault()
    setError(undefined)
    void send(seen)
  }
  const take = async () => {
    await refresh()
    setChanged({})
    setError(undefined)
  }

  return (
    <form ref={element} onSubmit={begin} noValidate>
      <Stack maw={720}>
        <TextInput
          label={t('form.url')}
          description={t(hidden ? 'form.urlKept' : 'form.urlHint')}
          placeholder="https://hooks.example.com/probata"
          type="url"
          required={!hidden}
          value={fields.url}
          error={told('url')}
          onChange={event => set({ url: event.currentTarget.value })}
        />
        {form === 'versioned' && (
          <TextInput
            label={t('form.name')}
            required
            value={fields.name}
            error={told('name')}
            onChange={event => set({ name: event.currentTarget.value })}
          />
        )}
        <TextInput
          label={t('form.description')}
          description={t(hidden ? 'form.descriptionKept' : 'form.descriptionHint')}
          required={!hidden}
          value={fields.description}
          error={told('description')}
          onChange={event => set({ description: event.currentTarget.value })}
        />
        {types.isPending ? (
          <Lines count={6} />
        ) : (
          <EventPicker
            types={types.data?.events ?? []}
            chosen={fields.events}
            offersAll={form === 'unversioned'}
            error={told('events')}
            onChange={events => set({ events })}
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
          value={fields.rotationIntervalDays ?? ''}
          error={told('rotationIntervalDays')}
          onChange={value => set({ rotationIntervalDays: value === '' ? null : Number(value) })}
        />
        <ReasonField value={reason} onChange={setReason} />
        {isTold ? null : (
          <Refused error={error} seen={seen} busy={busy} again={now => void send(now)} take={() => void take()} />
        )}
        <Group>
          <Button type="submit" loading={busy} disabled={!isReason(reason) || fields.events.length === 0}>
            {submit}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  )
}
