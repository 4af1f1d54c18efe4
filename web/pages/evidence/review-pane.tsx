import { Box, Button, Group, Kbd } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Empty } from '#web/ui/empty.tsx'
import { ReadFailure } from '#web/ui/failures.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { AskForMore } from './ask-for-more.tsx'
import { FourEyes } from './four-eyes.tsx'
import type { Claim, ListedClaim } from './queries.ts'
import { decisions } from './reasons.ts'
import { ReviewClaim } from './review-claim.tsx'
import { ReviewDecision } from './review-decision.tsx'
import type { useDecision } from './use-decision.ts'

const icons = { approve: IconCheck, reject: IconX } as const

type DecisionState = ReturnType<typeof useDecision>

const DecisionButtons = ({ claim, canDecide, begin }: DecisionState & { readonly claim: Claim }) => {
  const { t } = useTranslation('evidence')
  return (
    <Group gap="xs">
      {decisions.filter(canDecide).map(decision => {
        const Icon = icons[decision]
        return (
          <Button
            key={decision}
            size="xs"
            variant={decision === 'approve' ? 'filled' : 'default'}
            leftSection={<Icon size={14} aria-hidden />}
            rightSection={
              <Kbd size="xs" className="with-keyboard">
                {decision.charAt(0)}
              </Kbd>
            }
            onClick={() => begin(decision)}
          >
            {t(`review.${decision}`)}
          </Button>
        )
      })}
      <AskForMore key={claim.id} claim={claim} size="xs" />
    </Group>
  )
}

interface Props {
  readonly current: ListedClaim | undefined
  readonly claim: Claim | undefined
  readonly error: unknown
  readonly retry: () => void
  readonly state: DecisionState
}

/** The current claim with all its details, and the form for the decision. */
export const ReviewPane = ({ current, claim, error, retry, state }: Props) => {
  const { t } = useTranslation('evidence')
  const { decision, shownArtifact, show, setReason, confirm, back, pane, field } = state
  return (
    <Box component="section" ref={pane} tabIndex={-1} aria-label={current?.title}>
      {!current && <Empty title={t('reviewQueue.choose')} />}
      {current && !claim && (error ? <ReadFailure error={error} retry={retry} /> : <Lines />)}
      {claim && (
        <ReviewClaim claim={claim} shownId={shownArtifact} onShow={show}>
          <FourEyes claim={claim} />
          {decision ? (
            <ReviewDecision
              decision={decision.kind}
              reason={decision.reason}
              onReason={setReason}
              onConfirm={confirm}
              onBack={back}
              field={field}
            />
          ) : (
            <DecisionButtons claim={claim} {...state} />
          )}
        </ReviewClaim>
      )}
    </Box>
  )
}
