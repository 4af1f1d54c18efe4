import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { act } from '#web/api/act.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { fromLocal, toLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

interface Campaign extends Versioned {
  readonly id: string
  readonly dueAt: string
}

interface Props {
  readonly operation: 'updatePolicyCampaign' | 'updateQuestionnaireRound'
  readonly campaign: Campaign
}

const DueDialog = ({ operation, campaign, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const refresh = useRefresh()
  const initialDueAt = toLocal(campaign.dueAt)
  const form = useForm({ initialValues: { dueAt: initialDueAt, reason: '' } })
  const dueAt = fromLocal(form.values.dueAt)
  return (
    <ActionDialog
      operation={operation}
      opened={opened}
      onClose={onClose}
      title={t('changeDue')}
      text={t('changeDueText')}
      submit={t('changeDue')}
      form={form}
      ready={dueAt !== undefined && form.values.dueAt !== initialDueAt}
      missing={common('form.nothingChanged')}
      record={campaign}
      onSubmit={async (reason, header) => {
        await act(operation, { record: campaign, body: { dueAt: dueAt ?? '' } }, reason, header)
        await refresh()
      }}
    >
      <MomentField required data-autofocus label={t('due')} {...form.getInputProps('dueAt')} />
    </ActionDialog>
  )
}

/** A button with a dialog to change the due date. */
export const ChangeDue = (props: Props) => {
  const { t } = useTranslation('campaigns')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('changeDue')}
      </Button>
      <DueDialog key={openCount} {...props} opened={opened} onClose={close} />
    </>
  )
}
