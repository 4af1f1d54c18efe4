import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '#web/api/client.ts'
import { keyOfList } from '#web/api/lists.ts'
import { useSession } from '#web/api/session.ts'
import { holdUnsaved } from '#web/api/unsaved.ts'
import { usePages } from '#web/ui/pages.ts'
import { type Decided, decide } from './decide.ts'
import { claimQuery, type ListedClaim } from './queries.ts'

const ahead = 3

export interface Sight {
  readonly whose: 'mine' | 'all'
  readonly order: 'oldest' | 'newest'
}

/** Submitted claims in the order of the server, page by page. */
const useSubmitted = (order: Sight['order'], assigneeId?: string) =>
  usePages('/api/workspace/claims', { query: { status: 'submitted', order, assigneeId } }, page => page.claims)

const waitingQuery = api.queryOptions('get', '/api/workspace/overview/review')

/** A decision that was not accepted. */
export interface Failed extends Decided {
  readonly error: unknown
}

/** The claims to review, the reader's own first. A decision removes its claim at once; an error puts it back. */
export const useReviewQueue = ({ whose, order }: Sight) => {
  const { person } = useSession()
  const queries = useQueryClient()
  const mine = useSubmitted(order, person.id)
  const all = useSubmitted(order)
  const waiting = useQuery(waitingQuery)
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [inFlight, setInFlight] = useState(0)
  const [chosen, setChosen] = useState<string>()
  const [failed, setFailed] = useState<readonly Failed[]>([])

  const isLeft = ({ id }: ListedClaim) => !decided.has(id)
  const others = whose === 'all' && !mine.hasMore ? all.rows.filter(({ reviewerId }) => reviewerId !== person.id) : []
  const claims = [...mine.rows, ...others].filter(isLeft)
  const isShownLast = whose === 'mine' || mine.hasMore ? mine : all

  const mayDecide = (claim: ListedClaim) => claim.mayDecide
  const current = claims.find(({ id }) => id === chosen) ?? claims.find(mayDecide)
  const place = claims.findIndex(({ id }) => id === current?.id)
  const following = claims.slice(place + 1).filter(mayDecide)
  const [next] = following
  const previous = claims.slice(0, Math.max(0, place)).findLast(mayDecide)
  const coming = following
    .slice(0, ahead)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    for (const id of coming.split(' ').filter(Boolean)) void queries.prefetchQuery(claimQuery(id))
  }, [coming, queries])

  const { hasMore, isFetchingMore, more } = isShownLast
  const isShort = following.length < ahead && hasMore && !isFetchingMore
  useEffect(() => {
    if (isShort) more()
  })

  const put = (id: string, away: boolean) =>
    setDecided(before => {
      const after = new Set(before)
      if (away) after.add(id)
      else after.delete(id)
      return after
    })

  const forget = (id: string) => setFailed(before => before.filter(({ claim }) => claim.id !== id))

  return {
    claims,
    left: waiting.data && Math.max(0, (whose === 'mine' ? waiting.data.mine : waiting.data.waiting) - inFlight),
    countedUpTo: waiting.data?.countedUpTo ?? 0,
    current,
    failed,
    isMine: ({ reviewerId }: ListedClaim) => reviewerId === person.id,
    isPending: mine.isPending || (whose === 'all' && all.isPending),
    error: mine.error ?? all.error,
    hasMore,
    isFetchingMore,
    more,
    refetch: () => {
      mine.refetch()
      all.refetch()
    },
    choose: setChosen,
    next: () => setChosen((next ?? current)?.id),
    previous: () => setChosen((previous ?? current)?.id),
    /** Sends the decision and goes on to the next claim without waiting. */
    async decide(decided: Decided) {
      const { claim } = decided
      put(claim.id, true)
      setInFlight(count => count + 1)
      if (claim.id === current?.id) setChosen((next ?? previous)?.id)
      forget(claim.id)
      const release = holdUnsaved()
      try {
        await decide(decided)
        queries.removeQueries({ queryKey: claimQuery(claim.id).queryKey })
        // The pages of the queue are not read again after each decision: decided claims are hidden.
        await Promise.all([
          queries.invalidateQueries({ queryKey: keyOfList('/api/workspace/claims'), refetchType: 'none' }),
          queries.invalidateQueries({ queryKey: waitingQuery.queryKey }),
          queries.invalidateQueries({ queryKey: keyOfList('/api/workspace/evidence-freshness') }),
        ])
      } catch (error) {
        put(claim.id, false)
        setFailed(before => [...before, { ...decided, error }])
      } finally {
        setInFlight(count => count - 1)
        release()
      }
    },
    async lookAgain(id: string) {
      forget(id)
      setChosen(id)
      await queries.invalidateQueries({ queryKey: claimQuery(id).queryKey })
      await queries.invalidateQueries({ queryKey: keyOfList('/api/workspace/claims') })
    },
  }
}

export type ReviewQueue = ReturnType<typeof useReviewQueue>
