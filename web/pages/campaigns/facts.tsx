import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { NamedRecord } from '#web/family/record-names.tsx'
import { RecordLink } from '#web/ui/records.tsx'
import { Time } from '#web/ui/time.tsx'

interface Campaign {
  readonly audience: Schemas['CampaignAudience']
  readonly dueAt: string
  readonly requirementId: string
  readonly requirementTitle: string | null
  readonly startedByName: string | null
  readonly endedAt: string | null
  readonly claimId: string | null
}

/** The facts that campaigns of every kind show. */
export const useCampaignFacts = (campaign: Campaign): (readonly [name: string, value: ReactNode])[] => {
  const { t } = useTranslation('campaigns')
  const { t: common } = useTranslation()
  const { audience, claimId, endedAt } = campaign
  const roles = audience.roles?.map(role => common(`role.${role}`)).join(', ') ?? t('everyRole')
  const peopleText = audience.people === null ? '' : `, ${t('named', { count: audience.people })}`
  return [
    [t('audience'), roles + peopleText],
    [t('due'), <Time key="due" at={campaign.dueAt} />],
    [
      t('requirement'),
      campaign.requirementTitle && (
        <RecordLink key="requirement" id={campaign.requirementId}>
          {campaign.requirementTitle}
        </RecordLink>
      ),
    ],
    [t('startedBy'), campaign.startedByName],
    [t('endedAt'), endedAt && <Time key="ended" at={endedAt} />],
    [t('claim'), claimId && <NamedRecord key="claim" id={claimId} />],
  ]
}
