import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

interface Props {
  /** The selected findings. */
  readonly findingIds: readonly string[]
  readonly onDone: () => void
}

const AssignDialog = ({ findingIds, onDone, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('findings')
  const form = useForm({ initialValues: { ownerId: '', reason: '' } })
  const refresh = useRefresh()
  return (
    <ActionDialog
      operation="assignFindings"
      opened={opened}
      onClose={onClose}
      title={t('assign.title', { count: findingIds.length })}
      submit={t('assign.submit')}
      form={form}
      onSubmit={async reason => {
        const ownerId = form.values.ownerId === '' ? null : form.values.ownerId
        const body = { findingIds: [...findingIds], ownerId, reason }
        await unwrap(client.POST('/api/workspace/findings/assign', { body }))
        onDone()
        await refresh()
      }}
    >
      <ChooseOne
        data-autofocus
        label={t('owner')}
        offer={{ kind: 'person', status: 'active' }}
        placeholder={t('nobody')}
        {...form.getInputProps('ownerId')}
      />
    </ActionDialog>
  )
}

/** A button with a dialog that assigns the selected findings to an owner. */
export const AssignFindings = (props: Props) => {
  const { t } = useTranslation('findings')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={open}>
        {t('assign.open', { count: props.findingIds.length })}
      </Button>
      <AssignDialog key={openCount} {...props} opened={opened} onClose={close} />
    </>
  )
}
