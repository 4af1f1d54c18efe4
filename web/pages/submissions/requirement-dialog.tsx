import { Button, Checkbox, NumberInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '#web/api/client.ts'
import { fields } from '#web/api/fields.ts'
import { changesOf } from '#web/api/version.ts'
import { RecordDialog } from '#web/family/record-dialog.tsx'
import { useOpening } from '#web/family/use-opening.ts'
import { answered, type Requirement, submissionKinds, useRefresh } from './model.ts'

type Policy = Requirement['policy']

const flags = [
  { name: 'requireReview', label: 'requireReview' },
  { name: 'requireApproval', label: 'requireApproval' },
  { name: 'requireOutcomeBeforeClose', label: 'requireOutcome' },
] as const

const PolicyFields = ({ policy, onChange }: { policy: Policy; onChange: (policy: Policy) => void }) => {
  const { t } = useTranslation('submissions')
  return (
    <>
      <NumberInput
        label={t('requirements.receipts')}
        description={t('requirements.receiptsHint')}
        min={1}
        max={4}
        allowDecimal={false}
        value={policy.receiptsRequired}
        onChange={receipts => onChange({ ...policy, receiptsRequired: Number(receipts) })}
      />
      {flags.map(({ name, label }) => (
        <Checkbox
          key={name}
          label={t(`requirements.${label}`)}
          description={t(`requirements.${label}Hint`)}
          checked={policy[name]}
          onChange={event => onChange({ ...policy, [name]: event.currentTarget.checked })}
        />
      ))}
    </>
  )
}

const lenient: Policy = {
  receiptsRequired: 1,
  requireReview: false,
  requireApproval: false,
  requireOutcomeBeforeClose: false,
}

const path = '/api/workspace/submission-requirements'

interface Props {
  /** The one that is changed; a new one, as a draft or active at once, when left out. */
  readonly requirement?: Requirement
  readonly opened: boolean
  readonly onClose: () => void
}

const RequirementDialog = ({ requirement, opened, onClose }: Props) => {
  const { t } = useTranslation('submissions')
  const [policy, setPolicy] = useState(requirement?.policy ?? lenient)
  const [active, setActive] = useState(false)
  const refresh = useRefresh()
  return (
    <RecordDialog
      fields={fields.SubmissionRequirement}
      labels={{
        requirementKey: { label: t('requirements.key'), hint: t('requirements.keyHint') },
        title: t('form.title'),
        submissionKind: t('requirements.kind'),
      }}
      choices={{ submissionKind: submissionKinds.map(kind => ({ value: kind, label: t(`submissionKind.${kind}`) })) }}
      record={requirement}
      opened={opened}
      onClose={onClose}
      title={t(requirement ? 'requirements.edit' : 'requirements.create')}
      {...(requirement && { text: t('requirements.holds') })}
      ready={policy.receiptsRequired >= 1 && policy.receiptsRequired <= 4}
      of={requirement}
      create={async (body, reason) => {
        const status = active ? 'active' : 'draft'
        await answered(client.POST(path, { body: { ...body, policy, status, reason } }))
        await refresh()
      }}
      change={async (changes, reason, header) => {
        const params = { path: { requirementId: requirement?.id ?? '' }, header }
        const changed = changesOf(requirement?.policy ?? lenient, policy)
        await answered(
          client.PATCH(`${path}/{requirementId}`, { params, body: { ...changes, policy: changed, reason } }),
        )
        await refresh()
      }}
    >
      <PolicyFields policy={policy} onChange={setPolicy} />
      {!requirement && (
        <Checkbox
          label={t('requirements.startActive')}
          checked={active}
          onChange={event => setActive(event.currentTarget.checked)}
        />
      )}
    </RecordDialog>
  )
}

/** The button and its dialog: a new requirement. */
export const CreateRequirement = () => {
  const { t } = useTranslation('submissions')
  const { time, opened, open, close } = useOpening()
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} aria-haspopup="dialog" onClick={open}>
        {t('requirements.new')}
      </Button>
      <RequirementDialog key={time} opened={opened} onClose={close} />
    </>
  )
}

/** The button and its dialog: another title, kind or policy. */
export const EditRequirement = ({ requirement }: { requirement: Requirement }) => {
  const { t } = useTranslation('submissions')
  const { time, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t('requirements.change')}
      </Button>
      <RequirementDialog key={time} requirement={requirement} opened={opened} onClose={close} />
    </>
  )
}
