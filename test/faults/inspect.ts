import type { Campaign } from './campaign.ts'
import { type Findings, noFindings } from './findings.ts'
import { inspectDatabase } from './inspect-database.ts'
import { readBack } from './read-back.ts'
import { administrator } from './workspaces.ts'

/** Runs the job that removes leftovers of interrupted uploads, as an administrator would. */
const sweep = async ({ server }: Campaign): Promise<void> => {
  const body = Buffer.from(JSON.stringify(administrator))
  const signInReply = await server.send({ method: 'POST', path: '/api/workspace/session', body })
  const cookie = signInReply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const path = '/api/workspace/jobs/sweep-staged-blobs/run'
  const reason = Buffer.from(JSON.stringify({ reason: 'after a campaign of faults' }))
  const { status, text } = await server.send({ method: 'POST', path, cookie, body: reason })
  if (status !== 200) throw new Error(`the sweep got ${status}: ${text}`)
}

/** Compares the server's state with the clients' ledger once all writes have ended. */
export const inspect = async (campaign: Campaign): Promise<Findings> => {
  const findings = noFindings()
  const ledger = campaign.ledger.read()
  await sweep(campaign)
  await readBack(campaign, ledger, findings)
  await inspectDatabase(campaign, ledger, findings)
  findings.other.push(...campaign.tally.violations)
  return findings
}
