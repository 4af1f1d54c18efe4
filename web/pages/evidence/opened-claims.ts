import { useEffect } from 'react'
import { useSession } from '#web/api/session.ts'
import type { Claim } from './queries.ts'

/**
 * The maximum number of claims to remember. The browser remembers the claims that a person opened last, so that a bulk
 * decision can name those that they did not open.
 */
const maxKept = 1000
/** The number of leading characters of a digest that suffices to distinguish claims. */
const keptLength = 16

const keyPrefix = 'probata-opened:'
const keyOf = (personId: string) => keyPrefix + personId

const read = (personId: string): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(personId)) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

const shortOf = ({ reviewedDigest }: Pick<Claim, 'reviewedDigest'>) => reviewedDigest.slice(-keptLength)

/** Remembers that the person opened the current state of the claim. A claim that changes counts as not opened. */
export const useOpenedClaim = (claim: Claim | undefined): void => {
  const { person } = useSession()
  const digest = claim?.status === 'submitted' ? shortOf(claim) : undefined
  useEffect(() => {
    if (digest === undefined) return
    const kept = read(person.id).filter(other => other !== digest)
    try {
      localStorage.setItem(keyOf(person.id), JSON.stringify([...kept, digest].slice(-maxKept)))
    } catch {
      // The storage is full or blocked, so the claim counts as not opened.
    }
  }, [digest, person.id])
}

/** Returns a function that checks whether the person opened the current state of a claim in this browser. */
export const useWasOpened = (): ((claim: Pick<Claim, 'reviewedDigest'>) => boolean) => {
  const { person } = useSession()
  const opened = new Set(read(person.id))
  return claim => opened.has(shortOf(claim))
}
