import assert from 'node:assert/strict'
import { claimInput } from './fixture.ts'
import type { Probata } from './system.ts'
import { createWorkspaceClient } from './workspace-client.ts'

interface Discussion {
  readonly slug: string
  /** A text that makes the keys of the records unique. */
  readonly key: string
}

/**
 * Creates a claim that needs two approvals, asks questions about it, and approves it once before and once after the
 * answer.
 */
export const discussClaim = async (p: Probata, { slug, key }: Discussion): Promise<void> => {
  const client = createWorkspaceClient(p, slug)
  const must = async (status: number, ...args: Parameters<typeof client.ask>) => {
    const response = await client.ask(...args)
    assert.equal(response.status, status, `${args[2]}: ${response.text}`)
    return response.body
  }
  const requirement = { requirementKey: `${key}-several`, title: 'Several', status: 'active', reviewersRequired: 2 }
  const { id: evidenceRequirementId } = await must(201, 'admin', 'POST', '/evidence-requirements', requirement)
  const { id } = await must(
    201,
    'contributor',
    'POST',
    '/claims',
    claimInput(`${key}-several`, { evidenceRequirementId }),
  )
  const act = (person: string, verb: string, fields: Readonly<Record<string, unknown>> = {}) =>
    must(200, person, 'POST', `/claims/${id}/${verb}`, fields)
  const approve = async () => {
    const { reviewedDigest } = await client.get('reviewer', `/claims/${id}`)
    await act('reviewer', 'approve', { reviewedDigest })
  }
  await approve()
  await act('reviewer', 'ask', { question: 'Which volumes?' })
  await act('reviewer', 'withdraw-question')
  await act('reviewer', 'ask', { question: 'Which disks?' })
  await act('contributor', 'answer', { answer: 'All of them.' })
  await approve()
  await act('reviewer', 'ask', { question: 'Which tapes?' })
}
