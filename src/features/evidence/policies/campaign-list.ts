import { byteOrderMark, lineOf } from '#lib/csv.ts'
import { sha256Hex } from '#lib/hash.ts'
import type { AnnouncedFile } from '#src/features/evidence/receive-file.ts'
import type { StandingRow } from './campaign-queries.ts'
import type { PolicyCampaign } from './policy-campaign.ts'
import { type Standing, showStanding } from './standing.ts'

/** What a campaign found: how many of how many, and the file that says who. */
export interface CampaignList {
  readonly asked: number
  readonly acknowledged: number
  readonly left: number
  readonly bytes: Buffer
  readonly file: AnnouncedFile
}

const columns = [
  ...['personId', 'name', 'standing', 'openedAt', 'acknowledgedAt'],
  ...['policyKey', 'versionNumber', 'versionDigest'],
]

/** The list of a campaign, as a table: the same people give the same bytes. */
export const listOf = (campaign: PolicyCampaign, people: readonly StandingRow[]): CampaignList => {
  const { policyKey, versionNumber, versionDigest } = campaign
  const shown = people.map(showStanding)
  const count = (standing: Standing['standing']) => shown.filter(one => one.standing === standing).length
  const lines = shown.map(({ personId, name, standing, openedAt, acknowledgedAt }) =>
    lineOf([personId, name, standing, openedAt, acknowledgedAt, policyKey, versionNumber, versionDigest]),
  )
  const bytes = Buffer.from(byteOrderMark + lineOf(columns) + lines.join(''))
  return {
    acknowledged: count('acknowledged'),
    asked: count('acknowledged') + count('outstanding'),
    left: count('left'),
    bytes,
    file: {
      originalFilename: 'acknowledgements.csv',
      contentType: 'text/csv; charset=utf-8',
      byteSize: bytes.length,
      checksumSha256: sha256Hex(bytes),
    },
  }
}
