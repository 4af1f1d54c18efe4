import { Button, Radio, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import { changesOf } from '#web/api/version.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import { useSecondPerson } from '#web/family/second-person.tsx'
import { Act } from '#web/ui/act.tsx'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import type { ClauseDetail } from './model.ts'

interface Props {
  readonly clause: ClauseDetail
}

const applicabilities = ['applicable', 'not_applicable'] as const

const ApplicabilityDialog = ({ clause, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('frameworks')
  const refresh = useRefresh()
  const { t: approvals } = useTranslation('approvals')
  const secondPerson = useSecondPerson()
  const { applicability, justification } = clause
  const current = { applicability, justification: justification ?? '' }
  const form = useForm({ initialValues: { ...current, reason: '' } })
  const needsSecond = secondPerson.isNeeded && form.values.applicability === 'not_applicable'
  return (
    <ActionDialog
      operation={needsSecond ? 'requestApproval' : 'updateClause'}
      opened={opened}
      onClose={onClose}
      title={t('clause.changeTitle')}
      submit={t('clause.change')}
      form={form}
      record={clause}
      {...(needsSecond && { text: approvals('requestText') })}
      ready={form.values.applicability === 'applicable' || form.values.justification.trim() !== ''}
      onSubmit={async (reason, header) => {
        const exclusionReason = form.values.justification.trim()
        if (needsSecond) {
          const request = { kind: 'clause_exclusion', resourceId: clause.id, justification: exclusionReason } as const
          await secondPerson.request({ ...request, reason })
          return refresh()
        }
        const { justification = current.justification, ...rest } = changesOf(current, form.values)
        const params = { path: { clauseId: clause.id }, header }
        const body = { ...rest, justification: justification.trim() || null, reason }
        await unwrap(client.PATCH('/api/workspace/clauses/{clauseId}', { params, body }))
        await refresh()
      }}
    >
      <Radio.Group label={t('clause.applicability')} {...form.getInputProps('applicability')}>
        <Stack gap={6} mt={4}>
          {applicabilities.map(value => (
            <Radio key={value} value={value} label={t(`clause.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('clause.justification')}
        required={form.values.applicability === 'not_applicable'}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={10_000}
        {...form.getInputProps('justification')}
      />
    </ActionDialog>
  )
}

/** A button with a dialog for whether the clause applies to the organization, and why. */
export const ChangeApplicability = ({ clause }: Props) => {
  const { t } = useTranslation('frameworks')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('clause.change')}
      </Button>
      <ApplicabilityDialog key={openCount} clause={clause} opened={opened} onClose={close} />
    </>
  )
}

const extents = ['full', 'partial'] as const

/** A button with a dialog that adds a control that answers the clause. */
export const AddControl = ({ clause }: Props) => {
  const { t } = useTranslation('frameworks')
  const form = useForm({
    initialValues: { controlId: '', extent: 'full' as (typeof extents)[number], note: '', reason: '' },
  })
  const { controlId, extent, note } = form.values
  return (
    <Act
      operation="addClauseControl"
      record={clause}
      body={{ controlId, extent, note: note.trim() || null }}
      label={t('clause.add')}
      title={t('clause.addTitle')}
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      dialog={{ form, ready: controlId !== '' }}
    >
      <ChooseOne
        data-autofocus
        required
        label={t('clause.control')}
        offer={{ kind: 'control', status: 'active' }}
        exclude={clause.answers.map(({ controlId }) => controlId)}
        {...form.getInputProps('controlId')}
      />
      <Radio.Group label={t('clause.extent')} {...form.getInputProps('extent')}>
        <Stack gap={6} mt={4}>
          {extents.map(value => (
            <Radio key={value} value={value} label={t(`clause.${value}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea label={t('clause.note')} autosize maxRows={6} maxLength={2000} {...form.getInputProps('note')} />
    </Act>
  )
}
