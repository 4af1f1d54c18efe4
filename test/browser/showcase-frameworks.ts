import type { Ask } from './ask.ts'

const clauses = [
  { clauseKey: 'II', title: 'ICT risk management', isAssessable: false },
  {
    clauseKey: 'Art. 12',
    parentKey: 'II',
    title: 'Backup policies and procedures, restoration and recovery',
    text: 'Backups are made as the policy says,\nand restoring from them is tested periodically.',
  },
  { clauseKey: 'Art. 24', parentKey: 'II', title: 'Testing of digital operational resilience' },
  { clauseKey: 'Art. 28', parentKey: 'II', title: 'Third-party risk' },
]

/**
 * Creates a framework whose first clause and first control are proven by the claims of a requirement; returns the ids
 * of the records, by page.
 */
export const showFrameworks = async (ask: Ask, requirementId: string): Promise<Record<string, string>> => {
  const framework = await ask(201, 'POST', '/frameworks', {
    frameworkKey: 'DORA',
    title: 'Regulation (EU) 2022/2554',
    version: '2022',
    status: 'active',
  })
  await ask(200, 'POST', `/frameworks/${framework.id}/clauses`, { clauses })
  const [, backup, testing] = (await ask(200, 'GET', `/frameworks/${framework.id}/clauses`)).clauses
  const control = await ask(201, 'POST', '/controls', { controlKey: 'BCK', title: 'Backups', status: 'active' })
  await ask(201, 'POST', `/clauses/${backup.id}/controls`, { controlId: control.id, extent: 'full' })
  await ask(201, 'POST', `/clauses/${testing.id}/controls`, { controlId: control.id, extent: 'partial' })
  await ask(201, 'POST', `/controls/${control.id}/requirements`, { evidenceRequirementId: requirementId })
  return {
    '/governance/frameworks/': framework.id,
    '/governance/clauses/': backup.id,
    '/governance/controls/': control.id,
  }
}
