import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { decide } from './decide.ts'
import { type Claim, claimQuery, type ListedClaim } from './queries.ts'
import type { Decision } from './reasons.ts'

/** So many are read at once: more than anybody decides before lunch. */
const mostShown = 200
const ahead = 3

export interface Sight {
  readonly whose: 'mine' | 'all'
  readonly order: 'oldest' | 'newest'
}

const useSubmitted = (assigneeId: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: ['claims', 'desk', { assigneeId }],
    enabled,
    queryFn: async ({ signal }) => {
      const query = { status: 'submitted' as const, limit: mostShown, ...(assigneeId && { assigneeId }) }
      const { data, error } = await client.GET('/api/workspace/claims', { params: { query }, signal })
      if (!data) throw error
      return data
    },
  })

/** A decision that was not taken. */
export interface Failed {
  readonly claim: Pick<Claim, 'id' | 'title'>
  readonly error: unknown
}

/** The claims on the desk: those of whoever looks first. A decision takes its claim away at once, a refusal puts it back. */
export const useDesk = ({ whose, order }: Sight) => {
  const { person } = useSession()
  const queries = useQueryClient()
  const mine = useSubmitted(person.id, true)
  const all = useSubmitted(undefined, whose === 'all')
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string>()
  const [failed, setFailed] = useState<Failed>()

  const sorted = (claims: readonly ListedClaim[] = []) =>
    claims
      .filter(({ id }) => !decided.has(id))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) * (order === 'oldest' ? 1 : -1))
  const own = sorted(mine.data?.claims)
  const others = whose === 'all' ? sorted(all.data?.claims).filter(({ reviewerId }) => reviewerId !== person.id) : []
  const claims = [...own, ...others]

  const isOwn = ({ createdBy }: ListedClaim) => createdBy === person.id
  const open = claims.filter(claim => !isOwn(claim))
  const current = claims.find(({ id }) => id === chosen) ?? open[0]
  const place = claims.findIndex(({ id }) => id === current?.id)
  const next = claims.slice(place + 1).find(claim => !isOwn(claim))
  const previous = claims.slice(0, Math.max(0, place)).findLast(claim => !isOwn(claim))
  const coming = claims
    .slice(place + 1)
    .filter(claim => !isOwn(claim))
    .slice(0, ahead)
    .map(({ id }) => id)
    .join(' ')
  useEffect(() => {
    for (const id of coming.split(' ').filter(Boolean)) void queries.prefetchQuery(claimQuery(id))
  }, [coming, queries])

  const put = (id: string, away: boolean) =>
    setDecided(before => {
      const after = new Set(before)
      if (away) after.add(id)
      else after.delete(id)
      return after
    })

  return {
    claims,
    left: open.length,
    current,
    failed,
    isOwn,
    isMine: ({ reviewerId }: ListedClaim) => reviewerId === person.id,
    isPending: mine.isPending || (whose === 'all' && all.isPending),
    error: mine.error ?? all.error,
    hasMore: Boolean((whose === 'all' ? all : mine).data?.pagination.nextCursor),
    refetch: () => void Promise.all([mine.refetch(), all.refetch()]),
    choose: setChosen,
    next: () => setChosen((next ?? current)?.id),
    previous: () => setChosen((previous ?? current)?.id),
    /** Sends the decision and goes on to the next claim without waiting. */
    async decide(claim: Claim, decision: Decision, reason: string) {
      put(claim.id, true)
      setChosen((next ?? previous)?.id)
      setFailed(undefined)
      try {
        await decide({ claim, decision, reason })
        queries.removeQueries({ queryKey: claimQuery(claim.id).queryKey })
        await Promise.all([['claims'], ['freshness']].map(queryKey => queries.invalidateQueries({ queryKey })))
      } catch (error) {
        put(claim.id, false)
        setFailed({ claim, error })
      }
    },
    async lookAgain(id: string) {
      setFailed(undefined)
      setChosen(id)
      await queries.invalidateQueries({ queryKey: claimQuery(id).queryKey })
      await queries.invalidateQueries({ queryKey: ['claims'] })
    },
  }
}
