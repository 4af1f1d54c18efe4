import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api, client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ErrorNote } from '#web/ui/failures.tsx'

/** Asks the person to confirm the e-mail address that the identity provider sent. */
export const AddressChange = () => {
  const { t } = useTranslation('account')
  const refresh = useRefresh()
  const { data } = api.useQuery('get', '/api/workspace/account/address-change')
  const newAddress = data?.newAddress ?? null
  const confirm = useMutation({
    mutationFn: () =>
      unwrap(client.POST('/api/workspace/account/address-change/confirm', { body: { newAddress: newAddress ?? '' } })),
    onSuccess: refresh,
  })
  const decline = useMutation({
    mutationFn: () => unwrap(client.POST('/api/workspace/account/address-change/decline')),
    onSuccess: refresh,
  })
  if (newAddress === null) return null
  return (
    <Alert mt="md" title={t('addressChange.title')}>
      <Stack gap="xs">
        <Text size="sm">{t('addressChange.text', { address: newAddress })}</Text>
        <ErrorNote error={confirm.error ?? decline.error} />
        <Group>
          <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {t('addressChange.confirm')}
          </Button>
          <Button variant="default" loading={decline.isPending} onClick={() => decline.mutate()}>
            {t('addressChange.decline')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
