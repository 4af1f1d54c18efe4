import { Alert, Code, Group, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconClock, IconInfoCircle } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ColorBadge } from '#web/ui/color-badge.tsx'
import { Copyable } from '#web/ui/copy.tsx'
import { type Check, maxAgeMs, type SchemeName, visible } from './signature.ts'

interface Props {
  readonly name: SchemeName
  readonly result: Check
  /** The name of the header with the signatures. */
  readonly header: string
  readonly recorded: boolean
  /** Whether nothing has been entered yet. */
  readonly isEmpty: boolean
}

const Verdict = ({ result, header }: Pick<Props, 'result' | 'header'>) => {
  const { t } = useTranslation('signature')
  const { fits, fault, signatures } = result
  if (fits) {
    const index = signatures.findIndex(signature => signature.fits)
    return (
      <Alert color="teal" icon={<IconCheck />} title={t('fits')} role="status">
        {signatures.length > 1 ? t(index === 0 ? 'fitsNew' : 'fitsOld') : t('fitsText')}
      </Alert>
    )
  }
  if (fault)
    return (
      <Alert color="red" icon={<IconAlertTriangle />} title={t('differs')} role="status">
        {t(`fault.${fault}`, { header })}
      </Alert>
    )
  return (
    <Alert icon={<IconInfoCircle />} title={t('waiting')} role="status">
      {t('waitingText')}
    </Alert>
  )
}

const Age = ({ age, recorded }: { age: number; recorded: boolean }) => {
  const { t } = useTranslation('signature')
  if (Math.abs(age) <= maxAgeMs) return null
  const minutes = Math.round(Math.abs(age) / 60_000)
  return (
    <Alert color="yellow" icon={<IconClock />} title={t('old', { count: minutes })}>
      {t(age < 0 ? 'ahead' : recorded ? 'oldRecorded' : 'oldText')}
    </Alert>
  )
}

/** Shows the result of the check, and the cause of a mismatch. */
export const VerifyResult = ({ name, result, header, recorded, isEmpty }: Props) => {
  const { t } = useTranslation('signature')
  const { signed, bytes, expected, signatures, age } = result
  if (isEmpty) return <Verdict result={result} header={header} />
  return (
    <Stack gap="sm">
      <Verdict result={result} header={header} />
      {age !== undefined && <Age age={age} recorded={recorded} />}
      <div>
        <Group justify="space-between" gap="xs" mb={4}>
          <Title order={2}>{t('signed')}</Title>
          <Text size="sm" c="dimmed">
            {t('bytes', { count: bytes })}
          </Text>
        </Group>
        <Text size="sm" c="dimmed" mb={4}>
          <code>{name === 'service' ? '<X-Service-Timestamp>.<body>' : '<webhook-id>.<webhook-timestamp>.<body>'}</code>
          {' · '}
          {t(`key.${name}`)}
        </Text>
        <Code block tabIndex={0} role="region" aria-label={t('signed')} className="wrapped" mah={280}>
          {visible(signed)}
        </Code>
      </div>
      <div>
        <Title order={2} mb={4}>
          {t('signatures')}
        </Title>
        <Text size="sm">{t('expected')}</Text>
        {expected ? <Copyable value={expected} /> : <Text c="dimmed">–</Text>}
        <Text size="sm" mt="xs">
          {t('given', { header })}
        </Text>
        {signatures.length === 0 && <Text c="dimmed">–</Text>}
        {signatures.map(({ value, fits }) => (
          <Group key={value} gap="xs" wrap="nowrap">
            <Code className="digest">{value}</Code>
            {expected && <ColorBadge color={fits ? 'teal' : 'gray'}>{t(fits ? 'equal' : 'other')}</ColorBadge>}
          </Group>
        ))}
      </div>
    </Stack>
  )
}
