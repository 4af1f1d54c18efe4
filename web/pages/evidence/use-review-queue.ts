import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import { useSession } from '#web/api/session.ts'
import { markUnsaved } from '#web/api/unsaved.ts'
import { usePages } from '#web/ui/pages.ts'
import { type DecisionInput, decide } from './decide.ts'
import { claimQuery, type ListedClaim } from './queries.ts'

const prefetchCount = 3

export interface QueueView {
  readonly whose: 'mine' | 'all'
  readonly order: 'oldest' | 'newest'
}

/** Submitted claims in the server's order, page by page. */
const useSubmitted = (order: QueueView['order'], assigneeId?: string) =>
  usePages('/api/workspace/claims', { query: { status: 'submitted', order, assigneeId } }, page => page.claims)

const waitingQuery = api.queryOptions('get', '/api/workspace/overview/review')

/** A decision that the server did not accept. */
export interface FailedDecision extends DecisionInput {
  readonly error: unknown
}

/** The claims to review, the user's own first. A decision removes its claim at once; an error puts it back. */
export const useReviewQueue = ({ whose, order }: QueueView) => {
  const { person } = useSession()
  const queries = useQueryClient()
  const mine = useSubmitted(order, person.id)
  const all = useSubmitted(order)
  const waiting = useQuery(waitingQuery)
  const [decidedIds, setDecidedIds] = useState<ReadonlySet<string>>(new Set())
  const [inFlight, setInFlight] = useState(0)
  const [selectedId, setSelectedId] = useState<string>()
  const [failed, setFailed] = useState<readonly FailedDecision[]>([])

  const isUndecided = ({ id }: ListedClaim) => !decidedIds.has(id)
  const others = whose === 'all' && !mine.hasMore ? all.rows.filter(({ reviewerId }) => reviewerId !== person.id) : []
  const claims = [...mine.rows, ...others].filter(isUndecided)
  const lastList = whose === 'mine' || mine.hasMore ? mine : all

  // Claims that wait for an answer or for another person are chosen only by hand.
  const mayDecide = ({ mayApprove, waitingFor }: ListedClaim) => mayApprove && waitingFor === 'reviewer'
  const current = claims.find(({ id }) => id === selectedId) ?? claims.find(mayDecide)
  const index = claims.findIndex(({ id }) => id === current?.id)
  const following = claims.slice(index + 1).filter(mayDecide)
  const [next] = following
  const previous = claims.slice(0, Math.max(0, index)).findLast(mayDecide)
  const prefetchIds = following
    .slice(0, prefetchCount)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    for (const id of prefetchIds.split(' ').filter(Boolean)) void queries.prefetchQuery(claimQuery(id))
  }, [prefetchIds, queries])

  const { hasMore, isFetchingMore, loadMore } = lastList
  const needsMore = following.length < prefetchCount && hasMore && !isFetchingMore
  useEffect(() => {
    if (needsMore) loadMore()
  })

  const setDecided = (id: string, isDecided: boolean) =>
    setDecidedIds(before => {
      const after = new Set(before)
      if (isDecided) after.add(id)
      else after.delete(id)
      return after
    })

  const dropFailure = (id: string) => setFailed(before => before.filter(({ claim }) => claim.id !== id))

  return {
    claims,
    remaining: waiting.data && Math.max(0, (whose === 'mine' ? waiting.data.mine : waiting.data.waiting) - inFlight),
    countedUpTo: waiting.data?.countedUpTo ?? 0,
    current,
    failed,
    isMine: ({ reviewerId }: ListedClaim) => reviewerId === person.id,
    isPending: mine.isPending || (whose === 'all' && all.isPending),
    error: mine.error ?? all.error,
    hasMore,
    isFetchingMore,
    loadMore,
    refetch: () => {
      mine.refetch()
      all.refetch()
    },
    choose: setSelectedId,
    next: () => setSelectedId((next ?? current)?.id),
    previous: () => setSelectedId((previous ?? current)?.id),
    /** Sends the decision, and moves on to the next claim without waiting for the response. */
    async decide(decision: DecisionInput) {
      const { claim } = decision
      setDecided(claim.id, true)
      setInFlight(count => count + 1)
      if (claim.id === current?.id) setSelectedId((next ?? previous)?.id)
      dropFailure(claim.id)
      const release = markUnsaved()
      try {
        await decide(decision)
        queries.removeQueries({ queryKey: claimQuery(claim.id).queryKey })
        // The queue is not reread after each decision, because decided claims are hidden.
        await Promise.all([
          queries.invalidateQueries({ queryKey: keyOfList('/api/workspace/claims'), refetchType: 'none' }),
          queries.invalidateQueries({ queryKey: waitingQuery.queryKey }),
          queries.invalidateQueries({ queryKey: keyOfList('/api/workspace/evidence-freshness') }),
        ])
      } catch (error) {
        setDecided(claim.id, false)
        setFailed(before => [...before, { ...decision, error }])
      } finally {
        setInFlight(count => count - 1)
        release()
      }
    },
    async reload(id: string) {
      dropFailure(id)
      setSelectedId(id)
      await queries.invalidateQueries({ queryKey: claimQuery(id).queryKey })
      await queries.invalidateQueries({ queryKey: keyOfList('/api/workspace/claims') })
    },
  }
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>
