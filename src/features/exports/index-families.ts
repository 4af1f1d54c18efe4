import { escapeHtml } from './escape-html.ts'

/** A line of a family's file, parsed. */
interface Line {
  readonly record?: Readonly<Record<string, unknown>>
  readonly content?: Readonly<Record<string, unknown>>
  readonly path?: string
}

type Cell = (line: Line) => string

const toText = (value: unknown): string => {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Shows a field of the record or of its contents. */
const field =
  (name: string): Cell =>
  ({ record, content }) =>
    escapeHtml(toText(record?.[name] ?? content?.[name]))

/** Shows the identifier as a link target. */
const anchor: Cell = ({ record, content }) => {
  const id = escapeHtml(toText(record?.id ?? content?.id))
  return `<code id="${id}">${id}</code>`
}

const link =
  (name: string): Cell =>
  line => {
    const id = field(name)(line)
    return id === '' ? '' : `<a href="#${id}"><code>${id}</code></a>`
  }

/** Links to the file by its path relative to this page. */
const file: Cell = ({ record, path }) => {
  const name = escapeHtml(toText(record?.originalFilename))
  return path === undefined ? name : `<a href="${escapeHtml(path.replace(/^data\//, ''))}">${name}</a>`
}

interface Table {
  /** The name of the family in file names. */
  readonly name: string
  readonly title: string
  readonly columns: Readonly<Record<string, Cell>>
}

/** The columns that the page shows for each family, in this order. */
export const indexPageFamilies: readonly Table[] = [
  {
    name: 'rooms',
    title: 'Rooms',
    columns: {
      Room: anchor,
      Assessment: field('assessmentTitle'),
      Framework: field('frameworkTitle'),
      Frozen: field('scopeAt'),
      'Digest of the scope': field('scopeDigest'),
      Concluded: field('concludedAt'),
      Conclusion: field('conclusion'),
    },
  },
  {
    name: 'evidence-requirements',
    title: 'Evidence requirements',
    columns: { Requirement: anchor, Key: field('requirementKey'), Title: field('title'), Status: field('status') },
  },
  {
    name: 'claims',
    title: 'Claims',
    columns: {
      Claim: anchor,
      Key: field('claimKey'),
      Title: field('title'),
      Status: field('status'),
      Requirement: link('evidenceRequirementId'),
      Subject: field('subjectResourceId'),
      From: field('validFrom'),
      Until: field('validUntil'),
    },
  },
  {
    name: 'attachments',
    title: 'Files',
    columns: {
      File: file,
      Claim: link('claimId'),
      Type: field('contentType'),
      Bytes: field('byteSize'),
      'SHA-256': field('checksumSha256'),
    },
  },
  {
    name: 'decisions',
    title: 'Decisions',
    columns: {
      Decision: field('decision'),
      Claim: link('claimId'),
      By: ({ content }) => escapeHtml(toText(content?.reviewerId ?? content?.decidedBy)),
      Reason: field('reason'),
      At: ({ content }) => escapeHtml(toText(content?.decidedAt ?? content?.createdAt)),
    },
  },
  {
    name: 'claim-approvals',
    title: 'Approvals before the last',
    columns: {
      Claim: link('claimId'),
      By: field('reviewerId'),
      Reason: field('reason'),
      At: field('approvedAt'),
      Void: field('voidReason'),
    },
  },
  {
    name: 'claim-questions',
    title: 'Questions to submitters',
    columns: {
      Claim: link('claimId'),
      Question: field('question'),
      By: field('askedBy'),
      At: field('askedAt'),
      Status: field('status'),
      Answer: field('answer'),
      'Answered by': field('answeredBy'),
    },
  },
  {
    name: 'submission-requirements',
    title: 'Submission requirements',
    columns: {
      Requirement: anchor,
      Key: field('requirementKey'),
      Title: field('title'),
      Kind: field('submissionKind'),
      Status: field('status'),
    },
  },
  {
    name: 'packages',
    title: 'Submission packages',
    columns: {
      Package: anchor,
      Key: field('packageKey'),
      Title: field('title'),
      Status: field('status'),
      Requirement: link('submissionRequirementId'),
      Due: field('dueAt'),
      Sent: field('submittedAt'),
    },
  },
  {
    name: 'submission-events',
    title: 'History of packages',
    columns: {
      Package: link('submissionPackageId'),
      Event: field('eventKind'),
      Happened: field('occurredAt'),
      Logged: field('createdAt'),
      After: field('statusAfter'),
      Reason: field('reason'),
      Detail: field('eventSnapshot'),
    },
  },
]
