import type { Ask } from './ask.ts'

/**
 * Creates a few records in the registers: a party and its related records, an asset with a weakness, and an indicator.
 */
export const fillRegisters = async (ask: Ask): Promise<{ readonly engagementId: string }> => {
  const { id: engagementId } = await ask(201, 'POST', '/party-engagements', {
    partyEngagementKey: 'NGV-01',
    title: 'Vault for backups',
    description: 'Keeps the nightly backups of the core banking system.',
    party: 'Northgate Vaults',
    criticality: 'critical',
    contractEndsAt: '2099-12-31T00:00:00.000Z',
    lei: '5493001KJTIIGC8Y1R12',
  })
  await ask(201, 'POST', '/due-diligence-reviews', {
    dueDiligenceReviewKey: 'NGV-01-2026',
    title: 'Yearly look at Northgate Vaults',
    partyEngagementId: engagementId,
    reviewDueAt: '2099-06-30T00:00:00.000Z',
  })
  const { id: assetId } = await ask(201, 'POST', '/assets', {
    assetKey: 'CBS-01',
    title: 'Core banking system',
    status: 'active',
  })
  await ask(201, 'POST', '/vulnerabilities', { vulnerabilityKey: 'CBS-V-7', title: 'Outdated TLS library', assetId })
  const { id: indicatorId } = await ask(201, 'POST', '/indicator-definitions', {
    indicatorDefinitionKey: 'AVAIL',
    title: 'Availability of online banking',
    unit: '%',
  })
  await ask(201, 'POST', '/indicator-measurements', {
    indicatorMeasurementKey: 'AVAIL-2026-06',
    title: 'Availability in June',
    indicatorId,
    value: 99.95,
    measuredAt: '2026-07-01T00:00:00.000Z',
  })
  return { engagementId }
}
