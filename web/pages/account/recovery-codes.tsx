import { Button, Checkbox, Group, List, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { Copyable } from '#web/ui/copy.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'

interface Props {
  readonly codes: readonly string[]
  readonly onStored: () => void
}

/** Shows the recovery codes once, after the first second factor is turned on. */
export const RecoveryCodes = ({ codes, onStored }: Props) => {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const [endsOthers, setEndsOthers] = useState(true)
  const [error, setError] = useState<unknown>()
  const finish = async () => {
    const { error } = endsOthers ? await client.DELETE('/api/workspace/account/sessions') : {}
    setError(error)
    if (error) return
    void refresh()
    onStored()
  }
  return (
    <Stack align="flex-start" role="status">
      <Text size="sm">{t('secondFactor.recovery')}</Text>
      <List size="sm" ff="monospace" listStyleType="none">
        {codes.map(code => (
          <List.Item key={code}>{code}</List.Item>
        ))}
      </List>
      <Checkbox
        label={t('secondFactor.endOthers')}
        checked={endsOthers}
        onChange={event => setEndsOthers(event.currentTarget.checked)}
      />
      <ErrorNote error={error} />
      <Group>
        <Copyable value={codes.join('\n')} display={common('actions.copy')} />
        <Button onClick={finish}>{common('secret.stored')}</Button>
      </Group>
    </Stack>
  )
}
