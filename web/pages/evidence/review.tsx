import { Box, Button, Grid, Group, Kbd, SegmentedControl, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconCheck, IconKeyboard, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote, ReadFailure } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { isReason } from '#web/ui/reason-field.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { DeskClaim, firstShown } from './desk-claim.tsx'
import { DeskDecision } from './desk-decision.tsx'
import { DeskKeys } from './desk-keys.tsx'
import { DeskList } from './desk-list.tsx'
import { FourEyes } from './four-eyes.tsx'
import { claimQuery } from './queries.ts'
import { type Decision, decisions, useReasons } from './reasons.ts'
import { type Sight, useDesk } from './use-desk.ts'

const route = getRouteApi('/app/evidence/review')

interface Deciding {
  readonly claimId: string
  readonly decision: Decision
  readonly reason: string
}

const icons = { approve: IconCheck, reject: IconX } as const

export const Review = () => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const can = useCan()
  const reasons = useReasons()
  const sight: Sight = {
    whose: search.whose === 'mine' ? 'mine' : 'all',
    order: search.order === 'newest' ? 'newest' : 'oldest',
  }
  const desk = useDesk(sight)
  const { current } = desk
  const id = current?.id ?? ''
  const { data: claim, error, refetch } = useQuery({ ...claimQuery(id), enabled: id !== '' })
  const [begun, setDeciding] = useState<Deciding>()
  const [shown, setShown] = useState<{ readonly claimId: string; readonly artifactId: string | undefined }>()
  const [helping, setHelping] = useState(false)
  const pane = useRef<HTMLElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)

  const deciding = begun?.claimId === id ? begun : undefined
  const shownArtifact = shown?.claimId === id ? shown.artifactId : claim && firstShown(claim)
  const show = (artifactId: string | undefined) => setShown({ claimId: id, artifactId })
  const canDecide = (decision: Decision): boolean =>
    current !== undefined &&
    claim !== undefined &&
    can('approveClaim') &&
    claim.review.mayDecide &&
    claim.actions.includes(decision)

  const begin = (decision: Decision) => {
    if (canDecide(decision)) setDeciding({ claimId: id, decision, reason: '' })
  }
  const back = () => {
    setDeciding(undefined)
    pane.current?.focus()
  }
  const setReason = (reason: string) => deciding && setDeciding({ ...deciding, reason })
  const confirm = () => {
    if (!claim || !deciding || !isReason(deciding.reason)) return
    void desk.decide(claim, deciding.decision, deciding.reason.trim())
    back()
  }
  const template = (number: number) => {
    const text = deciding && reasons[deciding.decision][number - 1]
    if (text) setReason(text)
  }
  const toggleFirst = () => {
    const [first] = claim?.attachments ?? []
    if (first) show(shownArtifact === first.artifactId ? undefined : first.artifactId)
  }

  useHotkeys(
    helping
      ? []
      : [
          ['j', desk.next],
          ['ArrowDown', desk.next],
          ['k', desk.previous],
          ['ArrowUp', desk.previous],
          ['a', () => begin('approve')],
          ['r', () => begin('reject')],
          ['o', toggleFirst],
          ['shift+?', () => setHelping(true)],
          ...(deciding
            ? (
                [
                  ...Array.from({ length: 9 }, (_, i) => [String(i + 1), () => template(i + 1)] as const),
                  ['e', () => field.current?.focus()],
                  ['Enter', confirm],
                  ['mod+Enter', confirm],
                  ['Escape', back],
                ] as const
              ).map(([key, act]): [string, () => void] => [key, act])
            : []),
        ],
  )

  const set = (changed: Partial<Sight>) => navigate({ search: { ...sight, ...changed } })
  const failedTitle = desk.failed?.claim.title ?? ''

  return (
    <>
      <PageHeader title={t('desk.title')} description={t('desk.description')}>
        <SegmentedControl
          size="xs"
          aria-label={t('desk.whose')}
          value={sight.whose}
          onChange={whose => set({ whose: whose === 'mine' ? 'mine' : 'all' })}
          data={(['mine', 'all'] as const).map(value => ({ value, label: t(`desk.${value}`) }))}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('desk.order')}
          value={sight.order}
          onChange={order => set({ order: order === 'newest' ? 'newest' : 'oldest' })}
          data={(['oldest', 'newest'] as const).map(value => ({ value, label: t(`desk.${value}`) }))}
        />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setHelping(true)}
        >
          {t('desk.keys')}
        </Button>
      </PageHeader>
      {desk.failed && (
        <Box mb="sm">
          <Text fw={600}>{t('desk.failed', { title: failedTitle })}</Text>
          <ErrorNote error={desk.failed.error} />
          <Button size="xs" mt={6} variant="default" onClick={() => void desk.lookAgain(desk.failed?.claim.id ?? '')}>
            {t('desk.again')}
          </Button>
        </Box>
      )}
      {desk.isPending && <Lines />}
      {!desk.isPending && desk.error && <ErrorNote error={desk.error} retry={desk.refetch} />}
      {!desk.isPending && !desk.error && desk.claims.length === 0 && (
        <Empty title={t('desk.done')} text={t(sight.whose === 'mine' ? 'desk.doneMine' : 'desk.doneText')}>
          {sight.whose === 'mine' && (
            <Button variant="default" onClick={() => set({ whose: 'all' })}>
              {t('desk.showAll')}
            </Button>
          )}
        </Empty>
      )}
      {desk.claims.length > 0 && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Text size="xs" c="dimmed" mb={4} role="status">
              {desk.left !== undefined &&
                t(desk.left >= desk.countedUpTo ? 'desk.leftOrMore' : 'desk.left', { count: desk.left })}
            </Text>
            <DeskList claims={desk.claims} current={current} isMine={desk.isMine} onChoose={desk.choose} />
            {desk.hasMore && (
              <Button size="xs" mt="xs" variant="default" onClick={desk.more} loading={desk.isFetchingMore}>
                {common('actions.more')}
              </Button>
            )}
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <Box component="section" ref={pane} tabIndex={-1} aria-label={current?.title}>
              {!current && <Empty title={t('desk.choose')} />}
              {current && !claim && !error && <Lines />}
              {current && !claim && error && <ReadFailure error={error} retry={() => void refetch()} />}
              {claim && (
                <DeskClaim claim={claim} shown={shownArtifact} onShow={show}>
                  <FourEyes claim={claim} />
                  {deciding ? (
                    <DeskDecision
                      decision={deciding.decision}
                      reason={deciding.reason}
                      onReason={setReason}
                      onConfirm={confirm}
                      onBack={back}
                      field={field}
                    />
                  ) : (
                    <Group gap="xs">
                      {decisions.filter(canDecide).map(decision => {
                        const Icon = icons[decision]
                        return (
                          <Button
                            key={decision}
                            size="xs"
                            variant={decision === 'approve' ? 'filled' : 'default'}
                            leftSection={<Icon size={14} aria-hidden />}
                            rightSection={<Kbd size="xs">{decision.charAt(0)}</Kbd>}
                            onClick={() => begin(decision)}
                          >
                            {t(`review.${decision}`)}
                          </Button>
                        )
                      })}
                    </Group>
                  )}
                </DeskClaim>
              )}
            </Box>
          </Grid.Col>
        </Grid>
      )}
      <DeskKeys opened={helping} onClose={() => setHelping(false)} />
    </>
  )
}
