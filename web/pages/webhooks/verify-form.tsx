import { Grid, Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SecretInput } from '#web/ui/secret-input.tsx'
import { check, type SchemeName, schemes } from './signature.ts'
import { VerifyCode } from './verify-code-view.tsx'
import { VerifyResult } from './verify-result.tsx'

interface SignedHeaders {
  readonly timestamp: string
  readonly header: string
}

/** A received delivery, with the headers of both signature schemes. */
export interface ReceivedDelivery {
  readonly body: string
  /** The `webhook-id`. */
  readonly id: string
  readonly service: SignedHeaders
  readonly standard: SignedHeaders
}

interface Props {
  readonly initial: ReceivedDelivery
  /** Whether the values come from the recorded request. */
  readonly recorded?: boolean
}

const isScheme = (text: string): text is SchemeName => Object.hasOwn(schemes, text)

/** The form that checks a signature in the browser. The input is not sent anywhere. */
export const VerifyForm = ({ initial, recorded = false }: Props) => {
  const { t } = useTranslation('signature')
  const [name, setName] = useState<SchemeName>('service')
  const [secret, setSecret] = useState('')
  const [delivery, setDelivery] = useState(initial)
  const label = useId()
  const { timestamp, header } = delivery[name]
  const { headers } = schemes[name]
  const input = { secret, timestamp, header, id: delivery.id, body: delivery.body }
  const isUnchanged = recorded && delivery === initial
  const result = check(name, input, isUnchanged, Date.now())
  const isEmpty = [secret, timestamp, header, delivery.body].every(text => text === '')
  const change = (changes: Partial<ReceivedDelivery>) => setDelivery(before => ({ ...before, ...changes }))

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="sm">
          <div>
            <Input.Label labelElement="div" id={label}>
              {t('scheme')}
            </Input.Label>
            <SegmentedControl
              fullWidth
              size="xs"
              aria-labelledby={label}
              value={name}
              onChange={value => isScheme(value) && setName(value)}
              data={[
                { value: 'service', label: 'X-Service-Signature' },
                { value: 'standard', label: 'Standard Webhooks' },
              ]}
            />
          </div>
          <SecretInput
            label={t('secret')}
            description={t('secretHint')}
            placeholder="whsec_…"
            autoComplete="off"
            value={secret}
            onChange={event => setSecret(event.currentTarget.value)}
          />
          {name === 'standard' && (
            <TextInput
              label="webhook-id"
              value={delivery.id}
              onChange={event => change({ id: event.currentTarget.value })}
            />
          )}
          <TextInput
            label={headers.timestamp}
            value={timestamp}
            onChange={event => change({ [name]: { timestamp: event.currentTarget.value, header } })}
          />
          <Textarea
            label={headers.signature}
            autosize
            minRows={2}
            value={header}
            onChange={event => change({ [name]: { timestamp, header: event.currentTarget.value } })}
          />
          <Textarea
            label={t('body')}
            description={t('bodyHint')}
            autosize
            minRows={6}
            maxRows={16}
            value={delivery.body}
            onChange={event => change({ body: event.currentTarget.value })}
          />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }} miw={0}>
        <Stack>
          <VerifyResult
            name={name}
            result={result}
            header={headers.signature}
            recorded={isUnchanged}
            isEmpty={isEmpty}
          />
          <VerifyCode name={name} delivery={input} />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}
