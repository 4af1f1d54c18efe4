import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { PackageDetail } from './model.ts'

interface Props {
  readonly detail: PackageDetail
  /** The claims that the package already has. */
  readonly attachedIds: readonly string[]
}

const AttachDialog = ({ detail, attachedIds, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('submissions')
  const form = useForm({ initialValues: { claimId: '', reason: '' } })
  const { claimId } = form.values
  const refresh = useRefresh()
  return (
    <ActionDialog
      operation="addSubmissionContent"
      opened={opened}
      onClose={onClose}
      title={t('contents.attach')}
      submit={t('contents.attach')}
      form={form}
      record={detail}
      ready={claimId !== ''}
      onSubmit={async (reason, header) => {
        const params = { path: { packageId: detail.submissionPackage.id }, header }
        const body = { claimId, reason }
        await unwrap(client.POST('/api/workspace/packages/{packageId}/contents', { params, body }))
        await refresh()
      }}
    >
      <ChooseOne
        data-autofocus
        required
        label={t('contents.chosen')}
        offer={{ kind: 'evidence_claim', status: 'accepted' }}
        exclude={attachedIds}
        {...form.getInputProps('claimId')}
      />
    </ActionDialog>
  )
}

/** A button with a dialog that adds an accepted claim to the package. */
export const AttachClaim = (props: Props) => {
  const { t } = useTranslation('submissions')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button
        size="xs"
        mt="sm"
        variant="default"
        leftSection={<IconPlus size={14} />}
        aria-haspopup="dialog"
        onClick={open}
      >
        {t('contents.attach')}
      </Button>
      <AttachDialog key={openCount} {...props} opened={opened} onClose={close} />
    </>
  )
}
