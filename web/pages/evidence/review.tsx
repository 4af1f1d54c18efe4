import { Box, Button, Grid, SegmentedControl, Text } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorId } from '#web/api/client.ts'
import { asSeen, type Versioned } from '#web/api/version.ts'
import { Refused } from '#web/ui/changed-meanwhile.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { DeskKeys } from './desk-keys.tsx'
import { DeskList } from './desk-list.tsx'
import { DeskPane } from './desk-pane.tsx'
import { claimQuery } from './queries.ts'
import { useDeciding } from './use-deciding.ts'
import { type Desk, type Sight, useDesk } from './use-desk.ts'

const route = getRouteApi('/app/evidence/review')

/** What of the queue is looked at stands in the address. */
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
        aria-label={t('desk.whose')}
        value={sight.whose}
        onChange={whose => look({ whose: whose === 'mine' ? 'mine' : 'all' })}
        data={(['mine', 'all'] as const).map(value => ({ value, label: t(`desk.${value}`) }))}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('desk.order')}
        value={sight.order}
        onChange={order => look({ order: order === 'newest' ? 'newest' : 'oldest' })}
        data={(['oldest', 'newest'] as const).map(value => ({ value, label: t(`desk.${value}`) }))}
      />
    </>
  )
}

/** Decisions that the server did not take; each claim is looked at again, or decided as it is now. */
const NotTaken = ({ failed, lookAgain, decide }: Desk) => {
  const { t } = useTranslation('evidence')
  return failed.map(({ error, ...decided }) => {
    const { id, title } = decided.claim
    const look = () => void lookAgain(id)
    const again = (now: Versioned) => void decide({ ...decided, header: asSeen(now) })
    return (
      <Box key={id} mb="sm" role="group" aria-label={title}>
        <Text fw={600}>{t('desk.failed', { title })}</Text>
        <Refused error={error} seen={decided.claim} busy={false} again={again} take={look} />
        {errorId(error) !== 'precondition_failed' && (
          <Button size="xs" mt={6} variant="default" onClick={look}>
            {t('desk.again')}
          </Button>
        )}
      </Box>
    )
  })
}

const NothingLeft = ({ sight, look }: Looking) => {
  const { t } = useTranslation('evidence')
  return (
    <Empty title={t('desk.done')} text={t(sight.whose === 'mine' ? 'desk.doneMine' : 'desk.doneText')}>
      {sight.whose === 'mine' && (
        <Button variant="default" onClick={() => look({ whose: 'all' })}>
          {t('desk.showAll')}
        </Button>
      )}
    </Empty>
  )
}

const Queue = (desk: Desk) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  const { left, countedUpTo } = desk
  return (
    <>
      <Text size="xs" c="dimmed" mb={4} role="status">
        {left !== undefined && t(left >= countedUpTo ? 'desk.leftOrMore' : 'desk.left', { count: left })}
      </Text>
      <DeskList claims={desk.claims} current={desk.current} isMine={desk.isMine} onChoose={desk.choose} />
      {desk.hasMore && (
        <Button size="xs" mt="xs" variant="default" onClick={desk.more} loading={desk.isFetchingMore}>
          {common('actions.more')}
        </Button>
      )}
    </>
  )
}

export const Review = () => {
  const { t } = useTranslation('evidence')
  const looking = useSight()
  const desk = useDesk(looking.sight)
  const id = desk.current?.id ?? ''
  const { data: claim, error, refetch } = useQuery({ ...claimQuery(id), enabled: id !== '' })
  const [helping, setHelping] = useState(false)
  const work = useDeciding({ desk, claim, helping, onHelp: () => setHelping(true) })

  return (
    <>
      <PageHeader title={t('desk.title')} description={t('desk.description')}>
        <Filters {...looking} />
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
      <NotTaken {...desk} />
      {desk.isPending && <Lines />}
      {!desk.isPending && desk.error && <ErrorNote error={desk.error} retry={desk.refetch} />}
      {!desk.isPending && !desk.error && desk.claims.length === 0 && <NothingLeft {...looking} />}
      {desk.claims.length > 0 && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 4 }}>
            <Queue {...desk} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 8 }}>
            <DeskPane current={desk.current} claim={claim} error={error} retry={() => void refetch()} work={work} />
          </Grid.Col>
        </Grid>
      )}
      <DeskKeys opened={helping} onClose={() => setHelping(false)} />
    </>
  )
}
