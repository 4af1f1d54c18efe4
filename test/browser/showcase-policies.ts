import { day, iso } from '#lib/clock.ts'
import { formOf, intentOf, textFile } from '#test/proof.ts'
import type { Probata } from '#test/system.ts'
import type { Ask } from './ask.ts'

/** An administrator who publishes the versions that a contributor uploads. */
interface Actors {
  readonly probata: Probata
  readonly ada: Ask
  readonly carlo: Ask
  readonly now: number
}

const versionTexts = [
  'Lock your screen when you leave your desk.\nReport what looks wrong to security@acme.example.\n',
  'Lock your screen when you leave your desk.\nUse a passkey wherever there is one.\n',
]

/** Creates a policy with a published version, a draft and a running campaign. */
export const showPolicies = async ({ probata, ada, carlo, now }: Actors) => {
  const cookie = await probata.signIn('carlo@acme.example')
  const { id: policyId } = await carlo(201, 'POST', '/policies', {
    policyKey: 'ISP-02',
    title: 'Acceptable use',
    description: 'How people work with devices, accounts and data.',
  })
  const versionIds: string[] = []
  for (const [index, text] of versionTexts.entries()) {
    const file = textFile(text, `acceptable-use-${index + 1}.txt`)
    const { claimId: _, reason: __, ...intent } = intentOf('', file)
    const { version, upload } = await carlo(201, 'POST', `/policies/${policyId}/versions`, {
      ...intent,
      note: index === 0 ? null : 'Passkeys instead of passwords.',
    })
    await probata.call('POST', upload.path, { cookie, body: formOf(file) })
    if (index === 0) await ada(200, 'POST', `/policies/${policyId}/versions/${version.id}/publish`)
    versionIds.push(version.id)
  }
  const { id: requirementId } = await ada(201, 'POST', '/evidence-requirements', {
    requirementKey: 'ISP-02-ACK',
    title: 'Acceptable use acknowledged',
    status: 'active',
    subjectModuleKey: 'dms',
    subjectResourceType: 'document',
  })
  const [versionId] = versionIds
  const campaign = { policyId, versionId, requirementId, dueAt: iso(now + 14 * day) }
  const { id: campaignId } = await ada(201, 'POST', '/policy-campaigns', campaign)
  const { content } = await carlo(200, 'GET', `/policy-versions/${versionId}/file`)
  const path = `/api/workspace/policy-campaigns/${campaignId}/acknowledge`
  await probata.call('POST', path, { cookie, body: { receipt: content.receipt } })
  return { policyId, campaignId }
}
