import {
  defaultPolicy,
  eventKinds,
  follow,
  type PackageStatus,
  packageStatuses,
  type ReceiptPolicy,
} from '#src/features/submissions/policy.ts'

interface Step {
  readonly from: PackageStatus
  readonly to: PackageStatus
  readonly label: string
}

const seen = { reviewed: true, approved: true }

const twoReceipts: ReceiptPolicy = { ...defaultPolicy, receiptsRequired: 2 }

/**
 * The effect of each event in each status. Receipts before the last one acknowledge the package; the last one accepts
 * it.
 */
const steps = (): Step[] =>
  packageStatuses.flatMap(from =>
    eventKinds.flatMap(kind => {
      const last = follow(defaultPolicy, { status: from, receipts: 0, ...seen }, kind)?.status
      const earlier = follow(twoReceipts, { status: from, receipts: 0, ...seen }, kind)?.status
      if (last === undefined) return []
      if (earlier === undefined || earlier === last) return [{ from, to: last, label: kind }]
      return [
        { from, to: earlier, label: `${kind} (not the last)` },
        { from, to: last, label: `${kind} (the last)` },
      ]
    }),
  )

const edges = (): string[] => {
  const byEnds = Map.groupBy(
    steps().filter(({ from, to }) => from !== to),
    ({ from, to }) => `${from} --> ${to}`,
  )
  return [...byEnds].map(([ends, of]) => `    ${ends}: ${of.map(({ label }) => label).join(', ')}`)
}

const cell = (from: PackageStatus, kind: (typeof eventKinds)[number]): string => {
  const found = steps().filter(step => step.from === from && step.label.split(' ')[0] === kind)
  if (found.length === 0) return '422'
  return found.map(({ to }) => (to === from ? '=' : to)).join(' / ')
}

const table = (): string[] => [
  `| status | ${eventKinds.join(' | ')} |`,
  `|---|${eventKinds.map(() => '---').join('|')}|`,
  ...packageStatuses.map(from => `| ${from} | ${eventKinds.map(kind => cell(from, kind)).join(' | ')} |`),
]

/** Renders the state machine of submission packages as a page, from the program's own transition table. */
export const submissionStates = async (): Promise<string> =>
  [
    '# States of a submission package',
    '',
    'Made by `npm run snapshots` from `src/features/submissions/policy.ts`; a test compares the two.',
    '',
    '```mermaid',
    'stateDiagram-v2',
    '    [*] --> draft: created',
    ...edges(),
    '    closed --> [*]',
    '```',
    '',
    'The effect of an event under the default policy. `=`: recorded, status unchanged. 422: refused, nothing recorded.',
    'Two statuses: a receipt before the last required one, and the last one.',
    '',
    ...table(),
    '',
    'Flags of a requirement exclude more: `requireReview` refuses `approved` and `submitted` in draft, `requireApproval`',
    'refuses `submitted` in draft and reviewed, `requireOutcomeBeforeClose` refuses `closed` until the package is',
    'accepted, rejected or withdrawn.',
    '',
    'People can return a reviewed or approved package to draft; that is their decision and not an event.',
    '',
  ].join('\n')
