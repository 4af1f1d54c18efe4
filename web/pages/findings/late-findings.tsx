import { useTranslation } from 'react-i18next'
import { act } from '#web/api/act.ts'
import { client, unwrap } from '#web/api/client.ts'
import { useAssignAction, usePlaceAction } from '#web/list/actions.tsx'
import type { BulkAction, BulkValues, Shown } from '#web/list/bulk-action.ts'
import { LateList } from '#web/list/late-list.tsx'
import type { ListProps } from '#web/list/list.tsx'
import type { Form } from '#web/ui/form.ts'
import { fromLocal } from '#web/ui/local-moment.ts'
import { MomentField } from '#web/ui/moment-field.tsx'
import type { Finding, ListedFinding, Move } from './model.ts'

/** The moves that people can make on many findings at once. They reopen findings one at a time. */
type ManyMove = Exclude<Move, 'reopen'>

/** A finding as the dialog read it; the move is bound to its version. */
interface ShownFinding extends Shown {
  readonly finding?: Finding
}

const UntilField = ({ form }: { readonly form: Form<BulkValues> }) => {
  const { t } = useTranslation('findings')
  return (
    <MomentField
      label={t('moves.until')}
      description={t('moves.untilHint')}
      required
      {...form.getInputProps('until')}
    />
  )
}

const useMoveAction = (move: ManyMove): BulkAction<ListedFinding, ShownFinding> => {
  const { t } = useTranslation('lists')
  const { t: findings } = useTranslation('findings')
  const whyNotOf = ({ moves, claims }: Finding): string | undefined => {
    const possible = moves.find(one => one.move === move)
    if (!possible || possible.whyNot === 'role') return t('bulk.notNow')
    if (possible.whyNot === 'hand') return t('findings.hand')
    const isProven = move !== 'resolve' || claims.some(({ status }) => status === 'accepted')
    return isProven ? undefined : t('findings.noProof')
  }
  return {
    operation: `${move}Finding`,
    label: findings(`moves.${move}`),
    title: count => t(`findings.${move}`, { count }),
    text: findings(`moves.text.${move}`),
    submit: findings(`moves.${move}`),
    danger: move === 'invalidate',
    ...(move === 'accept' && {
      values: { until: '' },
      Fields: UntilField,
      missing: ({ until = '' }: BulkValues) => (fromLocal(until) ? undefined : t('findings.untilMissing')),
    }),
    async read({ id }, signal) {
      const params = { path: { findingId: id } }
      const finding = await unwrap(client.GET('/api/workspace/findings/{findingId}', { params, signal }))
      return { finding, whyNot: whyNotOf(finding) }
    },
    async perform(_, { finding: record }, { until = '', reason = '' }) {
      if (!record) throw new Error('the finding was not read')
      if (move === 'accept') return act('acceptFinding', { record, body: { until: fromLocal(until) ?? '' } }, reason)
      if (move === 'resolve') return act('resolveFinding', { record, body: {} }, reason)
      return act(`${move}Finding`, Object({ record }), reason)
    },
  }
}

/** The list of findings with actions on many at once. */
export const LateFindings = (props: ListProps<ListedFinding>) => {
  const assign = useAssignAction<ListedFinding>('assignFindings', ({ id }, ownerId) => ({ findingIds: [id], ownerId }))
  const place = usePlaceAction<ListedFinding>()
  const start = useMoveAction('start')
  const remediate = useMoveAction('remediate')
  const resolve = useMoveAction('resolve')
  const accept = useMoveAction('accept')
  const invalidate = useMoveAction('invalidate')
  return <LateList {...props} bulk={[assign, ...place, start, remediate, resolve, accept, invalidate]} />
}
