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
import { claimQuery } from './queries.ts'
import { ReviewKeys } from './review-keys.tsx'
import { ReviewList } from './review-list.tsx'
import { ReviewPane } from './review-pane.tsx'
import { useDeciding } from './use-deciding.ts'
import { type ReviewQueue, type Sight, useReviewQueue } from './use-review-queue.ts'

const route = getRouteApi('/app/evidence/review')

/** The view of the queue is in the address. */
const useSight = () => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const sight: Sight = {
    whose: search.whose === 'mine' ? 'mine' : 'all',
    order: search.order === 'newest' ? 'newest' : 'oldest',
  }
  const look = (changed: Partial<Sight>) => navigate({ search: { ...sight, ...changed } })
  return { sight, look }
}

type Looking = ReturnType<typeof useSight>

const Filters = ({ sight, look }: Looking) => {
  const { t } = useTranslation('evidence')
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('reviewQueue.whose')}
        value={sight.whose}
        onChange={whose => look({ whose: whose === 'mine' ? 'mine' : 'all' })}
        data={(['mine', 'all'] as const).map(value => ({ value, label: t(`reviewQueue.${value}`) }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('reviewQueue.order')}
        value={sight.order}
        onChange={order => look({ order: order === 'newest' ? 'newest' : 'oldest' })}
        data={(['oldest', 'newest'] as const).map(value => ({ value, label: t(`reviewQueue.${value}`) }))}
      />
    </>
  )
}

/** A decision that the server did not accept. */
const NotTaken = ({ failed, lookAgain, decide }: ReviewQueue) => {
  const { t } = useTranslation('evidence')
  return failed.map(({ error, ...decided }) => {
    const { id, title } = decided.claim
    const look = () => void lookAgain(id)
    const again = (now: Versioned) => void decide({ ...decided, header: ifMatch(now) })
    return (
      <Box key={id} mb="sm" role="group" aria-label={title}>
        <Text fw={600}>{t('reviewQueue.failed', { title })}</Text>
        <ChangeError error={error} base={decided.claim} busy={false} again={again} discard={look} />
        {errorId(error) !== 'precondition_failed' && (
          <Button size="xs" mt={6} variant="default" onClick={look}>
            {t('reviewQueue.again')}
          </Button>
        )}
      </Box>
    )
  })
}

const NothingLeft = ({ sight, look }: Looking) => {
  const { t } = useTranslation('evidence')
  return (
    <Empty
      title={t('reviewQueue.done')}
      text={t(sight.whose === 'mine' ? 'reviewQueue.doneMine' : 'reviewQueue.doneText')}
    >
      {sight.whose === 'mine' && (
        <Button variant="default" onClick={() => look({ whose: 'all' })}>
          {t('reviewQueue.showAll')}
        </Button>
      )}
    </Empty>
  )
}

const Queue = (queue: ReviewQueue) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const { left, countedUpTo } = queue
  return (
    <>
      <Text size="xs" c="dimmed" mb={4} role="status">
        {left !== undefined && t(left >= countedUpTo ? 'reviewQueue.leftOrMore' : 'reviewQueue.left', { count: left })}
      </Text>
      <ReviewList claims={queue.claims} current={queue.current} isMine={queue.isMine} onChoose={queue.choose} />
      {queue.hasMore && (
        <Button size="xs" mt="xs" variant="default" onClick={queue.more} loading={queue.isFetchingMore}>
          {common('actions.more')}
        </Button>
      )}
    </>
  )
}

export const Review = () => {
  const { t } = useTranslation('evidence')
  const looking = useSight()
  const queue = useReviewQueue(looking.sight)
  const id = queue.current?.id ?? ''
  const { data: claim, error, refetch } = useQuery({ ...claimQuery(id), enabled: id !== '' })
  const [helping, setHelping] = useState(false)
  const work = useDeciding({ queue, claim, helping, onHelp: () => setHelping(true) })

  return (
    <>
      <PageHeader title={t('reviewQueue.title')} description={t('reviewQueue.description')}>
        <Filters {...looking} />
        <Button
          size="xs"
          variant="default"
          leftSection={<IconKeyboard size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setHelping(true)}
        >
          {t('reviewQueue.keys')}
        </Button>
      </PageHeader>
      <NotTaken {...queue} />
      {queue.isPending && <Lines />}
      {!queue.isPending && queue.error && <ErrorNote error={queue.error} retry={queue.refetch} />}
      {!queue.isPending && !queue.error && queue.claims.length === 0 && <NothingLeft {...looking} />}
      {queue.claims.length > 0 && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Queue {...queue} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <ReviewPane current={queue.current} claim={claim} error={error} retry={() => void refetch()} work={work} />
          </Grid.Col>
        </Grid>
      )}
      <ReviewKeys opened={helping} onClose={() => setHelping(false)} />
    </>
  )
}
