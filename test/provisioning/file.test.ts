import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ProvisionError } from '#shared/provision.ts'
import { readEntries } from '#src/features/provisioning/file.ts'
import { sections } from '#src/features.ts'
import { beta, file, scopes } from './files.ts'

const user = (fields: object) =>
  file({ ...beta, users: [{ email: 'b@beta.example', name: 'B', role: 'admin', ...fields }] })
const account = (fields: object) =>
  file({ ...beta, serviceAccounts: [{ name: 'b', clientId: 'beta-b', scopes, ...fields }] })
const requirement = (fields: object) =>
  file({ ...beta, evidenceRequirements: [{ requirementKey: 'B', title: 'B', ...fields }] })
const submission = (fields: object) =>
  file({
    ...beta,
    submissionRequirements: [{ requirementKey: 'B', title: 'B', submissionKind: 'other', ...fields }],
  })

const invalidFiles: [content: string | object, message: string | RegExp][] = [
  [{}, 'organizations is required'],
  [{ organizations: {} }, 'organizations must be a list'],
  [{ organizations: [], more: 1 }, 'more is not a known field'],
  ['[]', 'The file must be an object'],
  ['{"organizations": [', /^The file is not valid JSON/],
  [file(beta, { name: 'No slug' }), 'organizations[1].slug is required'],
  [
    file({ ...beta, slug: 'Beta' }),
    /^organizations\[0\]\.slug must be lower-case letters and digits, with single dashes between them$/,
  ],
  [file({ ...beta, webhookForm: 'both' }), 'organizations[0].webhookForm must be one of unversioned, versioned'],
  [file({ ...beta, extra: true }), 'organizations[0].extra is not a known field'],
  [file({ ...beta, name: 'a\0b' }), 'organizations[0].name must not contain NUL'],
  [file(beta, beta), 'organizations[1].slug is the same as in organizations[0]'],
  [user({ role: 'boss' }), 'organizations[0].users[0].role must be one of admin, reviewer, contributor, auditor'],
  [user({ email: 'stranger' }), /^organizations\[0\]\.users\[0\]\.email must be an e-mail address$/],
  [user({ password: 'seven77' }), 'organizations[0].users[0].password must have at least 8 characters'],
  [user({ passwort: 'secret' }), 'organizations[0].users[0].passwort is not a known field'],
  [
    file({
      ...beta,
      users: ['B@x.y', 'b@X.y'].map(email => ({ email, name: 'B', role: 'admin' })),
    }),
    'organizations[0].users[1].email is the same as in organizations[0].users[0]',
  ],
  [
    account({ scopes: ['governance.evidence:all'] }),
    /^organizations\[0\]\.serviceAccounts\[0\]\.scopes\[0\] must be one of/,
  ],
  [
    account({ clientId: 'b b' }),
    /^organizations\[0\]\.serviceAccounts\[0\]\.clientId must be 1 to 100 letters, digits, - and _$/,
  ],
  [
    account({ clientSecret: 'short' }),
    /^organizations\[0\]\.serviceAccounts\[0\]\.clientSecret must be 16 to 200 letters, digits, - and _$/,
  ],
  [
    requirement({ status: 'open' }),
    'organizations[0].evidenceRequirements[0].status must be one of draft, active, retired',
  ],
  [requirement({ validityDays: 0 }), 'organizations[0].evidenceRequirements[0].validityDays must be at least 1'],
  [
    submission({ submissionKind: 'x' }),
    /^organizations\[0\]\.submissionRequirements\[0\]\.submissionKind must be one of/,
  ],
  [
    submission({ policy: { receiptsRequired: 5 } }),
    'organizations[0].submissionRequirements[0].policy.receiptsRequired must be at most 4',
  ],
  [
    submission({ packages: [{ packageKey: 'P', title: 'P', dueAt: 'soon' }] }),
    /^organizations\[0\]\.submissionRequirements\[0\]\.packages\[0\]\.dueAt must be an ISO 8601 timestamp/,
  ],
]
for (const [content, message] of invalidFiles) {
  test(`${message}`, () => {
    assert.throws(() => readEntries(sections, content), { name: ProvisionError.name, message })
  })
}

test('a message quotes nothing from the file that could be a secret', () => {
  const secret = 'PLANTED-SECRET'
  const brokenFiles = [`{"organizations": [{"password": "${secret}" x`, `"${secret}`, secret]
  const filesWithErrors = [
    user({ password: 1, email: secret }),
    account({ clientSecret: `${secret} ` }),
    user({ role: secret }),
  ]
  for (const content of [...brokenFiles, ...filesWithErrors])
    assert.throws(
      () => readEntries(sections, content),
      (error: Error) => !error.message.includes(secret),
    )
})
