import { Button, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { answered, client } from '#web/api/client.ts'
import type { Session } from '#web/api/session.ts'
import { ErrorNote } from '#web/ui/failures.tsx'
import { useSending } from '#web/ui/form.ts'
import { CodeField } from './code-field.tsx'

/** The second factor here, after the sign-on at the provider. */
export const SignOnCode = ({ onEnter }: { onEnter: (session: Session) => void }) => {
  const { t } = useTranslation('account')
  const form = useForm({ initialValues: { code: '' } })
  const { code } = form.values
  const { element, onSubmit, busy, error } = useSending(form, async () => {
    onEnter(await answered(client.POST('/api/workspace/session/single-sign-on/code', { body: { code } })))
  })
  return (
    <form ref={element} onSubmit={onSubmit}>
      <Stack>
        <Text>{t('callback.code')}</Text>
        <CodeField value={code} {...form.getInputProps('code')} />
        <ErrorNote error={error} />
        <Button type="submit" loading={busy} disabled={code.length < 6}>
          {t('signIn.submit')}
        </Button>
      </Stack>
    </form>
  )
}
