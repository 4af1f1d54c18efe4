import { createPolicies } from './policies.ts'
import type { Probata } from './system.ts'

/** Creates policies with versions and campaigns in every status except ended, which takes time. */
export const governPolicies = async (p: Probata, slug: string): Promise<void> => {
  const a = await createPolicies(p, slug)
  const policyId = await a.policy({ ownerId: a.people.reviewer, description: 'Policies that everyone knows.' })
  await a.must('admin', 200, 'PATCH', `/policies/${policyId}`, { title: 'Another title' })
  await a.announce(policyId, 'Announced.\n')
  const { policyId: retired } = await a.published()
  const withdrawnVersion = await a.upload(retired, 'Withdrawn.\n')
  await a.must('contributor', 200, 'POST', `/policies/${retired}/versions/${withdrawnVersion}/withdraw`)
  await a.must('admin', 200, 'POST', `/policies/${retired}/retire`)
  const runningCampaign = await a.campaign({ roles: ['auditor'], personIds: [a.people.auditor] })
  await a.read('auditor', runningCampaign.id)
  const { id: cancelled } = await a.campaign()
  await a.must('admin', 200, 'POST', `/policy-campaigns/${cancelled}/cancel`)
}
