import { useTranslation } from 'react-i18next'
import { act } from '#web/api/act.ts'
import { client, unwrap } from '#web/api/client.ts'
import { ChooseOne } from '#web/family/choose.tsx'
import type { BulkAction, BulkValues, Shown } from '#web/list/bulk-action.ts'
import { LateList } from '#web/list/late-list.tsx'
import type { ListProps } from '#web/list/list.tsx'
import type { Form } from '#web/ui/form.ts'
import { decide } from './decide.ts'
import { useWasOpened } from './opened-claims.ts'
import { type Claim, type ListedClaim, nameOfRequirement } from './queries.ts'
import { type Decision, useReasons } from './reasons.ts'

/** A claim as the dialog shows it. The decision is bound to its version and digest. */
interface ShownClaim extends Shown {
  readonly claim?: Claim
  readonly wasOpened?: boolean
}

/** The maximum length of an entered reason, which leaves room for the sentence about the bulk decision. */
const maxReason = 1850

/**
 * The sentence that the audit trail stores with each claim of a bulk decision, in English like all filled-in reasons.
 */
const bulkNote = (count: number, wasOpened: boolean): string => {
  const others = count === 2 ? 'one other' : `${count - 1} others`
  const together = count > 1 ? `, together with ${others}` : ''
  return `[Decided in the list of claims${together}${wasOpened ? '' : ', without opening this one before'}.]`
}

/** Reads claims, and each requirement once. */
const useReadClaim = () => {
  const { t } = useTranslation('lists')
  const wasOpened = useWasOpened()
  const requirements = new Map<string, Promise<string>>()
  const requirementOf = (requirementId: string, signal: AbortSignal): Promise<string> => {
    const known = requirements.get(requirementId)
    if (known) return known
    const params = { path: { requirementId } }
    const name = unwrap(client.GET('/api/workspace/evidence-requirements/{requirementId}', { params, signal })).then(
      nameOfRequirement,
    )
    requirements.set(requirementId, name)
    return name
  }
  const whyNotOf = ({ status, review }: Claim, decision: Decision): string | undefined => {
    if (status !== 'submitted') return t('claims.notSubmitted')
    if (review.whyNot === 'hand') return t('claims.own')
    if (decision === 'reject' ? review.mayDecide : review.mayApprove) return undefined
    if (review.whyNot === 'approved' || review.whyNot === 'self_decided') return t(`claims.${review.whyNot}`)
    return t('claims.mayNot')
  }
  return async ({ id }: ListedClaim, decision: Decision, signal: AbortSignal): Promise<ShownClaim> => {
    const claim = await unwrap(
      client.GET('/api/workspace/claims/{claimId}', { params: { path: { claimId: id } }, signal }),
    )
    const { evidenceRequirementId, attachments, createdByName, createdBy } = claim
    const requirement = evidenceRequirementId
      ? await requirementOf(evidenceRequirementId, signal)
      : t('claims.noRequirement')
    const files = t('claims.files', { count: attachments.length })
    return {
      claim,
      wasOpened: wasOpened(claim),
      whyNot: whyNotOf(claim, decision),
      details: [`${requirement} · ${files} · ${t('claims.by', { name: createdByName ?? createdBy })}`],
      warning:
        [claim.review.selfDecision && t('claims.marked'), !wasOpened(claim) && t('claims.notOpened')]
          .filter(Boolean)
          .join(' ') || undefined,
    }
  }
}

const useDecideAction = (decision: Decision): BulkAction<ListedClaim, ShownClaim> => {
  const { t } = useTranslation('lists')
  const reasons = useReasons()
  const readClaim = useReadClaim()
  return {
    operation: decision === 'approve' ? 'approveClaim' : 'rejectClaim',
    label: t(`claims.${decision}Open`),
    title: count => t(`claims.${decision}`, { count }),
    text: t('claims.text'),
    submit: t(`claims.${decision}Open`),
    danger: decision === 'reject',
    templates: reasons[decision],
    missing: ({ reason = '' }) =>
      reason.length > maxReason ? t('claims.longReason', { count: maxReason }) : undefined,
    read: (row, signal) => readClaim(row, decision, signal),
    confirmWarnings: count => t('claims.confirm', { count }),
    perform: async (_, { claim, wasOpened = false }, { reason = '' }, { count }) => {
      if (!claim) throw new Error('the claim was not read')
      await decide({ claim, decision, reason: `${reason.trim()} ${bulkNote(count, wasOpened)}` })
    },
  }
}

const ReviewerField = ({ form }: { readonly form: Form<BulkValues> }) => {
  const { t } = useTranslation('evidence')
  return (
    <ChooseOne
      required
      label={t('claim.reviewer')}
      placeholder={t('assign.choose')}
      offer={{ kind: 'reviewer' }}
      {...form.getInputProps('reviewerId')}
    />
  )
}

const useAssignReviewer = (): BulkAction<ListedClaim> => {
  const { t: evidence } = useTranslation('evidence')
  const { t } = useTranslation('lists')
  return {
    operation: 'assignClaim',
    label: evidence('assign.open'),
    title: count => t('claims.assign', { count }),
    text: evidence('assign.text'),
    submit: evidence('assign.submit'),
    templates: [evidence('assign.absent'), evidence('assign.expert')],
    values: { reviewerId: '' },
    Fields: ReviewerField,
    missing: ({ reviewerId }) => (reviewerId ? undefined : evidence('assign.choose')),
    read: ({ status }) => (status === 'submitted' ? {} : { whyNot: t('claims.notSubmitted') }),
    perform: (record, _, { reviewerId = '', reason = '' }) =>
      act('assignClaim', { record, body: { reviewerId } }, reason),
  }
}

/** The list of claims with decisions on many at once. */
export const LateClaims = (props: ListProps<ListedClaim>) => {
  const approve = useDecideAction('approve')
  const reject = useDecideAction('reject')
  const assign = useAssignReviewer()
  return <LateList {...props} bulk={[approve, reject, assign]} />
}
