import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { PackageDetail } from './model.ts'

/** A button with a dialog that creates a package for an active requirement. */
export const CreatePackage = () => {
  const { t } = useTranslation('submissions')
  const { openCount, opened, open, close } = useOpening()
  const navigate = useNavigate()
  const refresh = useRefresh()
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('packages.new')}
      </Button>
      <RecordDialog
        operation="createSubmissionPackage"
        key={openCount}
        fields={fields.SubmissionPackage}
        labels={{
          submissionRequirementId: t('form.requirement'),
          packageKey: { label: t('form.key'), hint: t('form.keyHint') },
          title: t('form.title'),
          dueAt: { label: t('form.due'), hint: t('form.dueHint') },
        }}
        choices={{
          submissionRequirementId: {
            offer: { kind: 'submission_requirement', status: 'active' },
            placeholder: t('form.choose'),
          },
        }}
        opened={opened}
        onClose={close}
        title={t('form.create')}
        create={async (body, reason) => {
          const { id } = await unwrap(client.POST('/api/workspace/packages', { body: { ...body, reason } }))
          void refresh()
          await navigate({ to: '/submissions/packages/$packageId', params: { packageId: id } })
        }}
      />
    </>
  )
}

/** A button with a dialog that changes the title or due date. */
export const EditPackage = (detail: PackageDetail) => {
  const { submissionPackage } = detail
  const { t } = useTranslation('submissions')
  const { openCount, opened, open, close } = useOpening()
  const refresh = useRefresh()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('form.edit')}
      </Button>
      <RecordDialog
        operation="updateSubmissionPackage"
        key={openCount}
        fields={fields.SubmissionPackage}
        labels={{ title: t('form.title'), dueAt: { label: t('form.due'), hint: t('form.dueHint') } }}
        record={detail}
        values={submissionPackage}
        opened={opened}
        onClose={close}
        title={t('form.edit')}
        change={async (changes, reason, header) => {
          const params = { path: { packageId: submissionPackage.id }, header }
          await unwrap(client.PATCH('/api/workspace/packages/{packageId}', { params, body: { ...changes, reason } }))
          await refresh()
        }}
      />
    </>
  )
}
