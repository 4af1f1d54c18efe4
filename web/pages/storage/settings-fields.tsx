import { Checkbox, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Form } from '#web/ui/form.ts'

interface Props {
  readonly form: Form
  readonly endpointExample?: string
  readonly regionExample?: string
}

/** The fields for the address of a bucket, which are `settings` in the form. */
export const SettingsFields = ({ form, endpointExample = 'https://', regionExample }: Props) => {
  const { t } = useTranslation('storage')
  return (
    <>
      <TextInput
        label={t('form.endpoint')}
        description={t('form.endpointHint')}
        placeholder={endpointExample}
        required
        maxLength={2048}
        {...form.getInputProps('settings.endpoint')}
      />
      <TextInput
        label={t('form.region')}
        description={t('form.regionHint')}
        placeholder={regionExample}
        required
        maxLength={64}
        {...form.getInputProps('settings.region')}
      />
      <TextInput
        label={t('form.bucket')}
        description={t('form.bucketHint')}
        required
        maxLength={63}
        {...form.getInputProps('settings.bucket')}
      />
      <TextInput
        label={t('form.prefix')}
        description={t('form.prefixHint')}
        {...form.getInputProps('settings.prefix')}
      />
      <Checkbox label={t('form.pathStyle')} {...form.getInputProps('settings.pathStyle', { type: 'checkbox' })} />
    </>
  )
}

/** The settings to send: trimmed, and without an empty prefix. */
export const settingsOf = (input: {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly prefix: string
  readonly pathStyle: boolean
}) => {
  const { endpoint, region, bucket, prefix, pathStyle } = input
  const trimmedPrefix = prefix.trim()
  return {
    endpoint: endpoint.trim(),
    region: region.trim(),
    bucket: bucket.trim(),
    pathStyle,
    ...(trimmedPrefix !== '' && { prefix: trimmedPrefix }),
  }
}
