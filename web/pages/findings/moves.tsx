import { Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { client, unwrap } from '#web/api/client.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { IfMatch } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import type { Form } from '#web/ui/form.ts'
import { fromLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { ChooseClaim } from './choose-claim.tsx'
import type { Finding, Move } from './model.ts'

interface Values {
  readonly claimId: string
  readonly until: string
  readonly reason: string
}

interface MoveRequest {
  readonly params: { readonly path: { readonly findingId: string }; readonly header: IfMatch }
  readonly reason: string
}

const send: Readonly<Record<Move, (request: MoveRequest, values: Values) => Promise<unknown>>> = {
  start: ({ params, reason }) =>
    unwrap(client.POST('/api/workspace/findings/{findingId}/start', { params, body: { reason } })),
  remediate: ({ params, reason }) =>
    unwrap(client.POST('/api/workspace/findings/{findingId}/remediate', { params, body: { reason } })),
  resolve: ({ params, reason }, { claimId }) => {
    const body = { reason, ...(claimId !== '' && { claimId }) }
    return unwrap(client.POST('/api/workspace/findings/{findingId}/resolve', { params, body }))
  },
  accept: ({ params, reason }, { until }) => {
    const body = { reason, until: fromLocal(until) ?? '' }
    return unwrap(client.POST('/api/workspace/findings/{findingId}/accept', { params, body }))
  },
  invalidate: ({ params, reason }) =>
    unwrap(client.POST('/api/workspace/findings/{findingId}/invalidate', { params, body: { reason } })),
  reopen: ({ params, reason }) =>
    unwrap(client.POST('/api/workspace/findings/{findingId}/reopen', { params, body: { reason } })),
}

interface FieldsProps {
  readonly finding: Finding
  readonly form: Form<Values>
  readonly values: Values
}

const ProofField = ({ finding, form }: FieldsProps) => {
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

const UntilField = ({ form }: FieldsProps) => {
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

/** The field that a move needs besides the reason. */
const fieldOf: Readonly<Partial<Record<Move, (props: FieldsProps) => ReactNode>>> = {
  resolve: ProofField,
  accept: UntilField,
}

const isReady = (move: Move, { claims }: Finding, { claimId, until }: Values): boolean => {
  if (move === 'resolve') return claimId !== '' || claims.some(({ status }) => status === 'accepted')
  return move === 'accept' ? fromLocal(until) !== undefined : true
}

interface Props {
  readonly finding: Finding
  readonly move: Move
}

const MoveDialog = ({ finding, move, opened, onClose }: Props & { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('findings')
  const { t: common } = useTranslation()
  const form = useForm<Values>({ initialValues: { claimId: '', until: '', reason: '' } })
  const refresh = useRefresh()
  const Field = fieldOf[move]
  return (
    <ActionDialog
      operation={`${move}Finding`}
      opened={opened}
      onClose={onClose}
      title={t(`moves.${move}`)}
      text={t(`moves.text.${move}`)}
      submit={t(`moves.${move}`)}
      form={form}
      record={finding}
      ready={isReady(move, finding, form.values)}
      missing={common('form.choose')}
      missingAt="claimId"
      onSubmit={async (reason, header) => {
        await send[move]({ params: { path: { findingId: finding.id }, header }, reason }, form.values)
        await refresh()
      }}
    >
      {Field && opened && <Field finding={finding} form={form} values={form.values} />}
    </ActionDialog>
  )
}

const MoveButton = (props: Props) => {
  const { t } = useTranslation('findings')
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button variant="default" aria-haspopup="dialog" onClick={open}>
        {t(`moves.${props.move}`)}
      </Button>
      <MoveDialog key={openCount} {...props} opened={opened} onClose={close} />
    </>
  )
}

/** The moves that the reader can make on a finding now, and why others are impossible. */
export const Moves = ({ finding }: { finding: Finding }) => {
  const { t } = useTranslation('findings')
  const possible = finding.moves.filter(({ whyNot }) => whyNot === undefined)
  const isBarred = finding.moves.some(({ whyNot }) => whyNot === 'hand')
  return (
    <Stack align="flex-start" gap="sm">
      {possible.length > 0 && (
        <Group gap="xs">
          {possible.map(({ move }) => (
            <MoveButton key={move} finding={finding} move={move} />
          ))}
        </Group>
      )}
      {isBarred && (
        <Text size="sm" c="dimmed">
          {t('moves.hand')}
        </Text>
      )}
      {possible.length === 0 && !isBarred && (
        <Text size="sm" c="dimmed">
          {t('moves.none')}
        </Text>
      )}
    </Stack>
  )
}
