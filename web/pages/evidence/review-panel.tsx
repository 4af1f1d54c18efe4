import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCheck, IconUserShare, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { useCan } from '#web/api/session.ts'
import type { IfMatch } from '#web/api/version.ts'
import { Act } from '#web/ui/act.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Section } from '#web/ui/section.tsx'
import { AskForMore } from './ask-for-more.tsx'
import { Changed } from './changed.tsx'
import { decide } from './decide.ts'
import { FourEyes } from './four-eyes.tsx'
import type { Claim } from './queries.ts'
import { type Decision, useReasons } from './reasons.ts'

const AssignReviewer = ({ claim }: { claim: Claim }) => {
  const { t } = useTranslation('evidence')
  const form = useForm({ initialValues: { reviewerId: '', reason: '' } })
  const { reviewerId } = form.values
  return (
    <Act
      operation="assignClaim"
      record={claim}
      body={{ reviewerId }}
      label={t('assign.open')}
      title={t('assign.title')}
      text={t('assign.text')}
      submit={t('assign.submit')}
      leftSection={<IconUserShare size={16} aria-hidden />}
      dialog={{ form, ready: reviewerId !== '', templates: [t('assign.absent'), t('assign.expert')] }}
    >
      <NativeSelect
        label={t('claim.reviewer')}
        required
        data-autofocus
        {...form.getInputProps('reviewerId')}
        data={[
          { value: '', label: t('assign.choose') },
          ...claim.review.deciders
            .filter(({ id }) => id !== claim.reviewerId)
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Act>
  )
}

/** The buttons for deciding on a submitted claim, with the reasons if the user cannot. */
export const ReviewPanel = ({ claim, onReload }: { claim: Claim; onReload: () => Promise<unknown> }) => {
  const { t } = useTranslation('evidence')
  const can = useCan()
  const reasons = useReasons()
  const refresh = useRefresh()
  const [dialog, setDialog] = useState<Decision>()
  const [changeError, setChangeError] = useState<unknown>()
  if (!can('approveClaim') || claim.actions.length === 0) return null

  const close = () => setDialog(undefined)
  const { mayDecide } = claim.review
  const onDecide = (decision: Decision) => async (reason: string, header: IfMatch) => {
    try {
      await decide({ claim, decision, reason, header })
      await refresh()
    } catch (error) {
      if (errorId(error) !== 'unprocessable') throw error
      setChangeError(error)
    }
  }
  const reload = async () => {
    await onReload()
    setChangeError(undefined)
  }

  return (
    <Section title={t('review.title')}>
      <Stack gap="sm">
        <FourEyes claim={claim} />
        {mayDecide && (
          <Text size="sm" c="dimmed">
            {t('review.text')}
          </Text>
        )}
        <Changed error={changeError} reload={reload} />
        <Group gap="xs">
          {claim.review.mayApprove && (
            <Button
              leftSection={<IconCheck size={16} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setDialog('approve')}
            >
              {t('review.approve')}
            </Button>
          )}
          {mayDecide && (
            <Button
              variant="default"
              leftSection={<IconX size={16} aria-hidden />}
              aria-haspopup="dialog"
              onClick={() => setDialog('reject')}
            >
              {t('review.reject')}
            </Button>
          )}
          <AskForMore claim={claim} />
          <AssignReviewer claim={claim} />
        </Group>
      </Stack>
      <ActionDialog
        operation="approveClaim"
        opened={dialog === 'approve'}
        onClose={close}
        title={t('review.approveTitle')}
        text={claim.title}
        submit={t('review.approve')}
        templates={reasons.approve}
        record={claim}
        onSubmit={onDecide('approve')}
      />
      <ActionDialog
        operation="rejectClaim"
        opened={dialog === 'reject'}
        onClose={close}
        title={t('review.rejectTitle')}
        text={claim.title}
        submit={t('review.reject')}
        danger
        templates={reasons.reject}
        record={claim}
        onSubmit={onDecide('reject')}
      />
    </Section>
  )
}
