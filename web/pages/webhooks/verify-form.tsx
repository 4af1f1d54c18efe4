import { Grid, PasswordInput, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { check, type SchemeName, schemes } from './signature.ts'
import { VerifyCode } from './verify-code-view.tsx'
import { VerifyResult } from './verify-result.tsx'

interface Signed {
  readonly timestamp: string
  readonly header: string
}

/** The received delivery, for both ways of checking it. */
export interface Delivered {
  readonly body: string
  /** `webhook-id` */
  readonly id: string
  readonly service: Signed
  readonly standard: Signed
}

interface Props {
  readonly initial: Delivered
  /** Whether it is the recorded request. */
  readonly recorded?: boolean
}

const isScheme = (text: string): text is SchemeName => Object.hasOwn(schemes, text)

/** Checks a signature in the browser: input is not sent anywhere. */
export const VerifyForm = ({ initial, recorded = false }: Props) => {
  const { t } = useTranslation('signature')
  const [name, setName] = useState<SchemeName>('service')
  const [secret, setSecret] = useState('')
  const [delivered, setDelivered] = useState(initial)
  const label = useId()
  const { timestamp, header } = delivered[name]
  const { headers } = schemes[name]
  const given = { secret, timestamp, header, id: delivered.id, body: delivered.body }
  const isUnchanged = recorded && delivered === initial
  const found = check(name, given, isUnchanged, Date.now())
  const change = (over: Partial<Delivered>) => setDelivered(before => ({ ...before, ...over }))

  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack gap="sm">
          <div>
            <Text size="sm" fw={500} id={label}>
              {t('scheme')}
            </Text>
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
          <PasswordInput
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
              value={delivered.id}
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
            value={delivered.body}
            onChange={event => change({ body: event.currentTarget.value })}
          />
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }} miw={0}>
        <Stack>
          <VerifyResult name={name} found={found} header={headers.signature} recorded={isUnchanged} />
          <VerifyCode name={name} given={given} />
        </Stack>
      </Grid.Col>
    </Grid>
  )
}
