import { day, iso } from '#lib/clock.ts'
import type { Probata } from '#test/system.ts'
import type { Ask } from './ask.ts'

/** An administrator who publishes the versions that a contributor writes. */
interface Actors {
  readonly probata: Probata
  readonly ada: Ask
  readonly carlo: Ask
  readonly now: number
}

const questions = [
  {
    ...{ questionKey: 'encrypted', kind: 'yes_no', title: 'Is the disk of your computer encrypted?', isRequired: true },
    help: 'Settings, Privacy and security, FileVault or BitLocker.',
  },
  {
    ...{ questionKey: 'system', kind: 'single_choice', title: 'Which system does it run?', isRequired: true },
    choices: ['Linux', 'macOS', 'Windows'],
  },
  {
    ...{ questionKey: 'tools', kind: 'multiple_choice', title: 'Which of these do you use?', isRequired: false },
    choices: ['A password manager', 'A passkey', 'A hardware token'],
  },
  { questionKey: 'devices', kind: 'number', title: 'How many devices do you work with?', isRequired: true, least: 1 },
  { questionKey: 'since', kind: 'date', title: 'When was the oldest one bought?', isRequired: false },
  { questionKey: 'missing', kind: 'text', title: 'What do you miss?', isRequired: false, most: 1000 },
]

/** Creates a questionnaire with a published version, a draft and a running round. */
export const showQuestionnaires = async ({ probata, ada, carlo, now }: Actors) => {
  const cookie = await probata.signIn('carlo@acme.example')
  const { id: questionnaireId } = await carlo(201, 'POST', '/questionnaires', {
    questionnaireKey: 'DEV-01',
    title: 'Devices that people work with',
    description: 'Asked each half-year.',
  })
  const path = `/questionnaires/${questionnaireId}/versions`
  const { id: versionId } = await carlo(201, 'POST', path, { questions })
  await ada(200, 'POST', `/questionnaire-versions/${versionId}/publish`)
  const draft = { questions: questions.slice(0, 5), note: 'No one answered the last question.' }
  const { id: draftId } = await carlo(201, 'POST', path, draft)
  const { id: requirementId } = await ada(201, 'POST', '/evidence-requirements', {
    requirementKey: 'DEV-01-ANSWERED',
    title: 'Inventory of end-user devices',
    status: 'active',
    subjectModuleKey: 'forms',
    subjectResourceType: 'response',
  })
  const round = {
    questionnaireId,
    versionId,
    requirementId,
    dueAt: iso(now + 14 * day),
    roles: ['admin', 'contributor'],
  }
  const { id: roundId } = await ada(201, 'POST', '/questionnaire-rounds', round)
  const answers = { encrypted: true, system: 'Linux', tools: ['A passkey'], devices: 2, since: '2023-04-01' }
  const submit = `/api/workspace/questionnaire-rounds/${roundId}/response/submit`
  await probata.call('POST', submit, { cookie, body: { answers } })
  return { questionnaireId, draftId, roundId }
}
