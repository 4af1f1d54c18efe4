import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { leaveWithoutAsking } from '#web/api/unsaved.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'

/** Closes the sample workspace, and with it the session of everyone in it. */
export const CloseSample = () => {
  const { t } = useTranslation()
  const [opened, { open, close }] = useDisclosure()
  const onSubmit = async (reason: string) => {
    await unwrap(client.POST('/api/workspace/sample/close', { body: { reason } }))
    leaveWithoutAsking()
    location.assign('/sign-in')
    return 'stay'
  }
  return (
    <>
      <Button size="compact-sm" variant="default" className="no-print" aria-haspopup="dialog" onClick={open}>
        {t('sample.close')}
      </Button>
      <ActionDialog
        operation="closeSampleWorkspace"
        opened={opened}
        onClose={close}
        title={t('sample.close')}
        text={t('sample.closeText')}
        submit={t('sample.closeSubmit')}
        danger
        onSubmit={onSubmit}
      />
    </>
  )
}
