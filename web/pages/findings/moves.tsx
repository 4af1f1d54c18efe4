import { Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import type { Form } from '#web/ui/form.ts'
import { fromLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { ChooseClaim } from './choose-claim.tsx'
import type { Finding, Move } from './model.ts'

interface Values {
  readonly claimId: string
  readonly until: string
  readonly reason: string
}

interface FieldProps {
  readonly form: Form<Values>
}

const ProofField = ({ finding, form }: FieldProps & { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const hasAccepted = finding.claims.some(({ status }) => status === 'accepted')
  return (
    <ChooseClaim
      placeholder={t(hasAccepted ? 'proof.linked' : 'proof.choose')}
      exclude={finding.claims.map(({ claimId }) => claimId)}
      {...form.getInputProps('claimId')}
    />
  )
}

const UntilField = ({ form }: FieldProps) => {
  const { t } = useTranslation('findings')
  return (
    <MomentField
      data-autofocus
      label={t('moves.until')}
      description={t('moves.untilHint')}
      required
      {...form.getInputProps('until')}
    />
  )
}

interface Props {
  readonly finding: Finding
  readonly move: Move
  readonly isNext: boolean
}

/** The moves that lead to a closed finding, the last one first. */
const towardsClosed: readonly Move[] = ['resolve', 'remediate', 'start']

/** The label of a move. On a finding that is not closed, `reopen` sets the work back and is labelled so. */
const labelOf = ({ finding, move }: Omit<Props, 'isNext'>) =>
  move === 'reopen' && (finding.status === 'in_progress' || finding.status === 'remediated') ? 'setBack' : move

/** A button for a move, with the field that it needs besides the reason. */
const MoveButton = ({ finding, move, isNext }: Props) => {
  const { t } = useTranslation('findings')
  const { t: common } = useTranslation()
  const form = useForm<Values>({ initialValues: { claimId: '', until: '', reason: '' } })
  const { claimId } = form.values
  const until = fromLocal(form.values.until)
  const options = {
    ...{ record: finding, label: t(`moves.${labelOf({ finding, move })}`), text: t(`moves.text.${move}`) },
    ...(isNext && { variant: 'filled' as const }),
  }
  if (move === 'resolve') {
    const ready = claimId !== '' || finding.claims.some(({ status }) => status === 'accepted')
    return (
      <Act
        operation="resolveFinding"
        {...options}
        body={claimId === '' ? {} : { claimId }}
        dialog={{ form, ready, missing: common('form.choose'), missingAt: 'claimId' }}
      >
        <ProofField finding={finding} form={form} />
      </Act>
    )
  }
  if (move === 'accept')
    return (
      <Act
        operation="acceptFinding"
        {...options}
        body={{ until: until ?? '' }}
        dialog={{ form, ready: until !== undefined }}
      >
        <UntilField form={form} />
      </Act>
    )
  return <Act operation={`${move}Finding`} {...options} />
}

/** The moves that the user can make on a finding now, and why others are impossible. */
export const Moves = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const possible = finding.moves.filter(({ whyNot }) => whyNot === undefined)
  const next = towardsClosed.find(one => possible.some(({ move }) => move === one))
  const isContributor = finding.moves.some(({ whyNot }) => whyNot === 'hand')
  return (
    <Stack align="flex-start" gap="sm">
      {possible.length > 0 && (
        <Group gap="xs">
          {possible.map(({ move }) => (
            <MoveButton key={move} finding={finding} move={move} isNext={move === next} />
          ))}
        </Group>
      )}
      {isContributor && (
        <Text size="sm" c="dimmed">
          {t('moves.hand')}
        </Text>
      )}
      {possible.length === 0 && !isContributor && (
        <Text size="sm" c="dimmed">
          {t('moves.none')}
        </Text>
      )}
    </Stack>
  )
}
