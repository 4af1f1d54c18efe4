import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { useLeaveGuard } from '#web/ui/leave-guard.ts'
import { isReason } from '#web/ui/reason-field.tsx'
import type { Claim } from './queries.ts'
import { type Decision, useReasons } from './reasons.ts'
import { firstShown } from './review-claim.tsx'
import type { ReviewQueue } from './use-review-queue.ts'

interface Begun {
  readonly claimId: string
  readonly decision: Decision
  readonly reason: string
}

interface Shown {
  readonly claimId: string
  readonly artifactId: string | undefined
}

interface Options {
  readonly queue: ReviewQueue
  /** The current claim of the queue, once it is read. */
  readonly claim: Claim | undefined
  /** While the help is open; keys are then ignored. */
  readonly helping: boolean
  readonly onHelp: () => void
}

/** The decision that is being made about the current claim, with the mouse or the keyboard, and what is shown. */
export const useDeciding = ({ queue, claim, helping, onHelp }: Options) => {
  const { t: common } = useTranslation()
  const can = useCan()
  const reasons = useReasons()
  const [begun, setBegun] = useState<Begun>()
  const [shown, setShown] = useState<Shown>()
  const pane = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const claimId = queue.current?.id ?? ''

  const deciding = begun?.claimId === claimId ? begun : undefined
  useLeaveGuard(Boolean(deciding?.reason), common('draft.leaveUnkept'))
  const shownArtifact = shown?.claimId === claimId ? shown.artifactId : claim && firstShown(claim)
  const show = (artifactId: string | undefined) => setShown({ claimId, artifactId })
  const canDecide = (decision: Decision): boolean =>
    queue.current !== undefined &&
    claim !== undefined &&
    can('approveClaim') &&
    claim.review.mayDecide &&
    claim.actions.includes(decision)

  const begin = (decision: Decision) => {
    if (canDecide(decision)) setBegun({ claimId, decision, reason: '' })
  }
  const back = () => {
    setBegun(undefined)
    pane.current?.focus()
  }
  const setReason = (reason: string) => deciding && setBegun({ ...deciding, reason })
  const confirm = () => {
    if (!claim || !deciding || !isReason(deciding.reason)) return
    void queue.decide({ claim, decision: deciding.decision, reason: deciding.reason.trim() })
    back()
  }
  const takeReason = (text: string | undefined) => {
    if (text) setReason(text)
  }
  const toggleFirst = () => {
    const [first] = claim?.attachments ?? []
    if (first) show(shownArtifact === first.artifactId ? undefined : first.artifactId)
  }

  const always: HotkeyItem[] = [
    ['j', queue.next],
    ['ArrowDown', queue.next],
    ['k', queue.previous],
    ['ArrowUp', queue.previous],
    ['a', () => begin('approve')],
    ['r', () => begin('reject')],
    ['o', toggleFirst],
    ['shift+?', onHelp],
  ]
  const whileDeciding = ({ decision }: Begun): HotkeyItem[] => [
    ...reasons[decision].map((text, i): HotkeyItem => [String(i + 1), () => takeReason(text)]),
    ['e', () => field.current?.focus()],
    ['Enter', confirm],
    ['mod+Enter', confirm],
    ['Escape', back],
  ]
  useHotkeys(helping ? [] : [...always, ...(deciding ? whileDeciding(deciding) : [])])

  return { deciding, shownArtifact, show, canDecide, begin, back, setReason, confirm, pane, field }
}
