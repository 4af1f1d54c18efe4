import { Box, Button, Grid, SegmentedControl, Text } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId } from '#web/api/client.ts'
import { ifMatch, type Versioned } from '#web/api/version.ts'
import { ChangeError } from '#web/ui/changed-meanwhile.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { useOpenedClaim } from './opened-claims.ts'
import { claimQuery } from './queries.ts'
import { ReviewKeys } from './review-keys.tsx'
import { ReviewList } from './review-list.tsx'
import { ReviewPane } from './review-pane.tsx'
import { useDecision } from './use-decision.ts'
import { type QueueView, type ReviewQueue, useReviewQueue } from './use-review-queue.ts'

const route = getRouteApi('/app/evidence/review')

/** The view of the queue, which the address contains. */
const useView = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const view: QueueView = {
    whose: search.whose === 'mine' ? 'mine' : 'all',
    order: search.order === 'newest' ? 'newest' : 'oldest',
  }
  const changeView = (changes: Partial<QueueView>) => navigate({ search: { ...view, ...changes } })
  return { view, changeView }
}

type ViewProps = ReturnType<typeof useView>

const Filters = ({ view, changeView }: ViewProps) => {
  const { t } = useTranslation('evidence')
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('reviewQueue.whose')}
        value={view.whose}
        onChange={whose => changeView({ whose: whose === 'mine' ? 'mine' : 'all' })}
        data={(['mine', 'all'] as const).map(value => ({ value, label: t(`reviewQueue.${value}`) }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('reviewQueue.order')}
        value={view.order}
        onChange={order => changeView({ order: order === 'newest' ? 'newest' : 'oldest' })}
        data={(['oldest', 'newest'] as const).map(value => ({ value, label: t(`reviewQueue.${value}`) }))}
      />
    </>
  )
}

/** The decisions that the server did not accept. */
const FailedDecisions = ({ failed, reload, decide }: ReviewQueue) => {
  const { t } = useTranslation('evidence')
  return failed.map(({ error, ...decision }) => {
    const { id, title } = decision.claim
    const showCurrent = () => void reload(id)
    const resend = (current: Versioned) => void decide({ ...decision, header: ifMatch(current) })
    return (
      <Box key={id} mb="sm" role="group" aria-label={title}>
        <Text fw={600}>{t('reviewQueue.failed', { title })}</Text>
        <ChangeError error={error} base={decision.claim} busy={false} resend={resend} discard={showCurrent} />
        {errorId(error) !== 'precondition_failed' && (
          <Button size="xs" mt={6} variant="default" onClick={showCurrent}>
            {t('reviewQueue.again')}
          </Button>
        )}
      </Box>
    )
  })
}

const NothingLeft = ({ view, changeView }: ViewProps) => {
  const { t } = useTranslation('evidence')
  return (
    <Empty
      title={t('reviewQueue.done')}
      text={t(view.whose === 'mine' ? 'reviewQueue.doneMine' : 'reviewQueue.doneText')}
    >
      {view.whose === 'mine' && (
        <Button variant="default" onClick={() => changeView({ whose: 'all' })}>
          {t('reviewQueue.showAll')}
        </Button>
      )}
    </Empty>
  )
}

const Queue = (queue: ReviewQueue) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const { remaining, countedUpTo } = queue
  return (
    <>
      <Text size="xs" c="dimmed" mb={4} role="status">
        {remaining !== undefined &&
          t(remaining >= countedUpTo ? 'reviewQueue.leftOrMore' : 'reviewQueue.left', { count: remaining })}
      </Text>
      <ReviewList claims={queue.claims} current={queue.current} isMine={queue.isMine} onChoose={queue.choose} />
      {queue.hasMore && (
        <Button size="xs" mt="xs" variant="default" onClick={queue.loadMore} loading={queue.isFetchingMore}>
          {common('actions.more')}
        </Button>
      )}
    </>
  )
}

export const Review = () => {
  const { t } = useTranslation('evidence')
  const viewProps = useView()
  const queue = useReviewQueue(viewProps.view)
  const id = queue.current?.id ?? ''
  const { data: claim, error, refetch } = useQuery({ ...claimQuery(id), enabled: id !== '' })
  useOpenedClaim(claim)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const state = useDecision({ queue, claim, isHelpOpen, onHelp: () => setHelpOpen(true) })

  return (
    <>
      <PageHeader title={t('reviewQueue.title')} description={t('reviewQueue.description')}>
        <Filters {...viewProps} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          aria-haspopup="dialog"
          className="with-keyboard"
          onClick={() => setHelpOpen(true)}
        >
          {t('reviewQueue.keys')}
        </Button>
      </PageHeader>
      <FailedDecisions {...queue} />
      {queue.isPending && <Lines />}
      {!queue.isPending && queue.error && <ErrorNote error={queue.error} retry={queue.refetch} />}
      {!queue.isPending && !queue.error && queue.claims.length === 0 && <NothingLeft {...viewProps} />}
      {queue.claims.length > 0 && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Queue {...queue} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <ReviewPane
              current={queue.current}
              claim={claim}
              error={error}
              retry={() => void refetch()}
              state={state}
            />
          </Grid.Col>
        </Grid>
      )}
      <ReviewKeys opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </>
  )
}
