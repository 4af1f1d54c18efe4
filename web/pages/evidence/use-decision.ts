import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { useLeaveGuard } from '#web/ui/leave-guard.ts'
import { isReason } from '#web/ui/reason-field.tsx'
import type { Claim } from './queries.ts'
import { type Decision, useReasons } from './reasons.ts'
import { initialPreview } from './review-claim.tsx'
import type { ReviewQueue } from './use-review-queue.ts'

interface OpenDecision {
  readonly claimId: string
  readonly kind: Decision
  readonly reason: string
}

interface ShownArtifact {
  readonly claimId: string
  readonly artifactId: string | undefined
}

interface Options {
  readonly queue: ReviewQueue
  /** The current claim of the queue, once it is loaded. */
  readonly claim: Claim | undefined
  /** Whether the help is open. Keys are then ignored. */
  readonly isHelpOpen: boolean
  readonly onHelp: () => void
}

/** A shortcut that does nothing while a dialog is open, such as the one for a question. */
const outsideDialogs = ([key, run]: HotkeyItem): HotkeyItem => [
  key,
  event => {
    if (!document.querySelector('[role=dialog]')) run(event)
  },
]

/** The state of the review: the open decision about the current claim, the shown file, and the keyboard shortcuts. */
export const useDecision = ({ queue, claim, isHelpOpen, onHelp }: Options) => {
  const { t: common } = useTranslation()
  const can = useCan()
  const reasons = useReasons()
  const [openDecision, setOpenDecision] = useState<OpenDecision>()
  const [shownFile, setShownFile] = useState<ShownArtifact>()
  const pane = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const claimId = queue.current?.id ?? ''

  const decision = openDecision?.claimId === claimId ? openDecision : undefined
  useLeaveGuard(Boolean(decision?.reason), common('draft.leaveUnkept'))
  const shownArtifact = shownFile?.claimId === claimId ? shownFile.artifactId : claim && initialPreview(claim)
  const show = (artifactId: string | undefined) => setShownFile({ claimId, artifactId })
  const canDecide = (kind: Decision): boolean =>
    queue.current !== undefined &&
    claim !== undefined &&
    can('approveClaim') &&
    (kind === 'approve' ? claim.review.mayApprove : claim.review.mayDecide)

  const begin = (kind: Decision) => {
    if (canDecide(kind)) setOpenDecision({ claimId, kind, reason: '' })
  }
  const back = () => {
    setOpenDecision(undefined)
    pane.current?.focus()
  }
  const setReason = (reason: string) => decision && setOpenDecision({ ...decision, reason })
  const confirm = () => {
    if (!claim || !decision || !isReason(decision.reason)) return
    void queue.decide({ claim, decision: decision.kind, reason: decision.reason.trim() })
    back()
  }
  const applyTemplate = (text: string | undefined) => {
    if (text) setReason(text)
  }
  const toggleFirstAttachment = () => {
    const [first] = claim?.attachments ?? []
    if (first) show(shownArtifact === first.artifactId ? undefined : first.artifactId)
  }

  /** Presses a button of the current claim, if it has that button. */
  const press = (selector: string) => pane.current?.querySelector<HTMLButtonElement>(selector)?.click()

  const queueKeys: HotkeyItem[] = [
    ['j', queue.next],
    ['ArrowDown', queue.next],
    ['k', queue.previous],
    ['ArrowUp', queue.previous],
    ['a', () => begin('approve')],
    ['r', () => begin('reject')],
    ['q', () => press('[data-operation=askAboutClaim]')],
    ['c', () => press('[data-compares]')],
    ['o', toggleFirstAttachment],
    ['shift+?', onHelp],
  ]
  const decisionKeys = ({ kind }: OpenDecision): HotkeyItem[] => [
    ...reasons[kind].map((text, i): HotkeyItem => [String(i + 1), () => applyTemplate(text)]),
    ['e', () => field.current?.focus()],
    ['Enter', confirm],
    ['mod+Enter', confirm],
    ['Escape', back],
  ]
  useHotkeys(isHelpOpen ? [] : [...queueKeys, ...(decision ? decisionKeys(decision) : [])].map(outsideDialogs))

  return { decision, shownArtifact, show, canDecide, begin, back, setReason, confirm, pane, field }
}
