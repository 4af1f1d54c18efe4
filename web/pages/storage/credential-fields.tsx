import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Form } from '#web/ui/form.ts'
import { SecretInput } from '#web/ui/secret-input.tsx'

/** The fields that drafts do not store. */
export const secrets = ['credentials']

export const noCredentials = { accessKeyId: '', secretAccessKey: '' }

/** The fields for the provider's access key, which are `credentials` in the form. */
export const CredentialFields = ({ form }: { form: Form }) => {
  const { t } = useTranslation('storage')
  return (
    <>
      <TextInput
        label={t('form.accessKeyId')}
        required
        autoComplete="off"
        maxLength={256}
        {...form.getInputProps('credentials.accessKeyId')}
      />
      <SecretInput
        label={t('form.secretAccessKey')}
        description={t('form.secretHint')}
        required
        autoComplete="off"
        maxLength={1024}
        {...form.getInputProps('credentials.secretAccessKey')}
      />
    </>
  )
}
