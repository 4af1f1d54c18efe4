import { NavLink, ScrollArea, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Time } from '#web/ui/time.tsx'
import type { ListedClaim } from './queries.ts'

interface Props {
  readonly claims: readonly ListedClaim[]
  readonly current: ListedClaim | undefined
  readonly isMine: (claim: ListedClaim) => boolean
  readonly onChoose: (id: string) => void
}

/** The waiting claims as buttons. The claim shown on the right is marked. */
export const ReviewList = ({ claims, current, isMine, onChoose }: Props) => {
  const { t } = useTranslation('evidence')
  const list = useRef<HTMLUListElement>(null)
  const id = current?.id
  useEffect(() => {
    if (id) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [id])
  const noteOf = (claim: ListedClaim): string => {
    if (claim.whyNot === 'hand') return ` · ${t('reviewQueue.own')}`
    if (claim.approved) return ` · ${t('reviewQueue.approvedMark')}`
    if (claim.whyNot === 'self_decided') return ` · ${t('reviewQueue.selfDecidedMark')}`
    if (claim.waitingFor !== 'reviewer') return ` · ${t('reviewQueue.askedMark')}`
    return isMine(claim) ? ` · ${t('reviewQueue.mineMark')}` : ''
  }
  return (
    <ScrollArea.Autosize mah={{ base: 'none', md: 'calc(100vh - 220px)' }} type="auto">
      <ul ref={list} aria-label={t('reviewQueue.list')} className="plain-list">
        {claims.map(claim => (
          <li key={claim.id}>
            <NavLink
              component="button"
              active={claim.id === id}
              {...(claim.id === id && { 'aria-current': true })}
              onClick={() => onChoose(claim.id)}
              label={claim.title}
              description={
                <Text span size="xs" c="dimmed">
                  {claim.createdByName ?? claim.createdBy} · <Time at={claim.createdAt} as="ago" />
                  {noteOf(claim)}
                </Text>
              }
            />
          </li>
        ))}
      </ul>
    </ScrollArea.Autosize>
  )
}
