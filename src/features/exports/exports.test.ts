import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { iso, minute } from '#lib/clock.ts'
import { bundles, exportsPath, inFile, linesOf, sha256, unzip, verify } from '#test/bundles.ts'
import { claimInput } from '#test/fixture.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot, type Probata } from '#test/system.ts'
import { findExecutable } from '#test/tools.ts'

/** The verifier's exit code for a sound bundle, if no key is named. */
const soundWithoutKey = 3
const reason = 'set up for the export tests'
const idsIn = (files: ReadonlyMap<string, Buffer>, family: string) =>
  linesOf(files, `data/records/${family}.jsonl`).map(({ record }) => String(Object(record).id))

/** Fills a workspace with an accepted claim with a file, a claim that is not accepted, and a submitted package. */
const fillWorkspace = async (p: Probata, slug: string) => {
  const cookies = Object.fromEntries(
    await Promise.all(
      ['admin', 'reviewer', 'contributor', 'auditor'].map(async role => [
        role,
        { cookie: await p.signIn(`${role}@${slug}.example`) },
      ]),
    ),
  ) as Record<string, { cookie: string }>
  const send = (role: string, method: string, path: string, body: object) =>
    p.call(method, `/api/workspace/${path}`, { ...cookies[role], body: { reason, ...body } })
  const create = async (...args: Parameters<typeof send>): Promise<string> => {
    const response = await send(...args)
    assert.ok(response.status < 300, response.text)
    return response.body.id
  }
  const requirementId = await create('admin', 'POST', 'evidence-requirements', {
    requirementKey: `R-${slug}`,
    title: `requirement of ${slug}`,
    description: 'Nightly backup log',
    status: 'active',
  })
  const token = await p.token(`${slug}-scanner`)
  const { attach } = prover(p, () => token)
  const accepted = await create('contributor', 'POST', 'claims', {
    ...claimInput(`accepted-${slug}`),
    evidenceRequirementId: requirementId,
  })
  const attachment = await attach(accepted, textFile(`the secret report of ${slug}`, 'März (1).pdf'))
  const acceptedClaim = await p.call('GET', `/api/workspace/claims/${accepted}`, cookies.reviewer)
  await create('reviewer', 'POST', `claims/${accepted}/approve`, { reviewedDigest: acceptedClaim.body.reviewedDigest })
  const open = await create('contributor', 'POST', 'claims', claimInput(`open-${slug}`))
  const submissionRequirementId = await create('admin', 'POST', 'submission-requirements', {
    requirementKey: `S-${slug}`,
    title: `filing of ${slug}`,
    submissionKind: 'regulatory_return',
    status: 'active',
  })
  const packageId = await create('admin', 'POST', 'packages', {
    submissionRequirementId,
    packageKey: `P-${slug}`,
    title: `package of ${slug}`,
    dueAt: iso(p.clock.now()),
  })
  await send('contributor', 'POST', `packages/${packageId}/contents`, { claimId: accepted })
  await create('admin', 'POST', `packages/${packageId}/events`, {
    eventKind: 'submitted',
    occurredAt: iso(p.clock.now()),
    eventSnapshot: { channel: 'portal', 2: 'two', 1: 'one' },
  })
  return { cookies, requirementId, accepted, open, attachment, submissionRequirementId, packageId }
}

describe('an evidence bundle', { concurrency: false }, () => {
  let p: Probata
  let acme: Awaited<ReturnType<typeof fillWorkspace>>
  let globex: typeof acme
  let startedAt: number
  const bundlesOf = (workspace: typeof acme) => bundles(p, workspace.cookies.auditor ?? { cookie: '' })
  before(async () => {
    p = await boot()
    startedAt = p.clock.now()
    acme = await fillWorkspace(p, 'acme')
    globex = await fillWorkspace(p, 'globex')
  })
  after(() => p[Symbol.asyncDispose]())

  const scopes = {
    everything: () => ({ kind: 'everything' }),
    requirement: () => ({ kind: 'requirement', requirementId: acme.requirementId }),
    'submission requirement': () => ({ kind: 'requirement', requirementId: acme.submissionRequirementId }),
    package: () => ({ kind: 'package', packageId: acme.packageId }),
    period: () => ({ kind: 'period', from: iso(startedAt - minute), to: iso(p.clock.now()) }),
  }

  for (const [name, scope] of Object.entries(scopes))
    test(`a bundle of ${name} is valid and contains nothing of another workspace`, async () => {
      p.clock.advance(1)
      const { bytes } = await bundlesOf(acme).make(scope())
      const files = unzip(bytes)
      assert.ok(idsIn(files, 'claims').includes(acme.accepted))
      const path = `data/attachments/${acme.attachment.artifactId}/M_rz__1_.pdf`
      assert.equal(files.get(path)?.toString(), 'the secret report of acme')
      const text = bytes.toString('latin1')
      for (const other of ['globex', globex.accepted, globex.requirementId, globex.packageId])
        assert.ok(!text.includes(other), other)
      const verified = await verify(bytes)
      assert.equal(verified.exit, soundWithoutKey, verified.text)
    })

  test('a bundle of one requirement contains no claim of another, and counts the omitted rows', async () => {
    const { id, bytes } = await bundlesOf(acme).make(scopes.requirement())
    const files = unzip(bytes)
    assert.deepEqual(idsIn(files, 'claims'), [acme.accepted])
    assert.deepEqual(idsIn(files, 'evidence-requirements'), [acme.requirementId])
    assert.equal(linesOf(files, 'data/decisions.jsonl').length, 1)
    assert.equal(files.has('data/records/packages.jsonl'), false)
    const { leftOut, checkpointSize } = await bundlesOf(acme).get(id)
    const rows = linesOf(files, 'data/ledger/log.jsonl').filter(line => 'leaf' in line)
    assert.equal(leftOut['outside the scope'], checkpointSize - rows.length)
  })

  test('a bundle of a package contains its events, its claims and its requirement', async () => {
    const files = unzip((await bundlesOf(acme).make(scopes.package())).bytes)
    assert.deepEqual(idsIn(files, 'packages'), [acme.packageId])
    assert.deepEqual(idsIn(files, 'claims'), [acme.accepted])
    assert.deepEqual(idsIn(files, 'submission-requirements'), [acme.submissionRequirementId])
    const kinds = linesOf(files, 'data/records/submission-events.jsonl').map(({ record }) => Object(record).eventKind)
    assert.deepEqual(kinds, ['created', 'submitted'])
    const decisions = linesOf(files, 'data/decisions.jsonl').map(
      ({ record, content }) => Object(record ?? content).decision,
    )
    assert.deepEqual(decisions.sort(), ['accepted', 'content_added'])
  })

  test('a bundle of a period before the first record has only the ledger', async () => {
    const { bytes } = await bundlesOf(acme).make({
      kind: 'period',
      from: '2020-01-01T00:00:00Z',
      to: '2020-02-01T00:00:00Z',
    })
    const files = unzip(bytes)
    assert.deepEqual(
      [...files.keys()].filter(path => path.startsWith('data/records/')),
      [],
    )
    assert.equal((await verify(bytes)).exit, soundWithoutKey)
  })

  test('standard tools can verify a bundle', async () => {
    const { bytes } = await bundlesOf(acme).make({ kind: 'everything' })
    await using file = await inFile(bytes)
    const folder = await mkdtemp(join(tmpdir(), 'probata-bag-'))
    try {
      for (const [path, content] of unzip(bytes)) {
        const target = join(folder, path)
        execFileSync('mkdir', ['-p', join(target, '..')])
        await writeFile(target, content)
      }
      execFileSync('sha256sum', ['-c', '--strict', '--quiet', 'manifest-sha256.txt'], { cwd: folder })
      if (findExecutable('unzip')) execFileSync('unzip', ['-tqq', file.path])
      const script = 'import zipfile,sys; assert zipfile.ZipFile(sys.argv[1]).testzip() is None'
      if (findExecutable('python3')) execFileSync('python3', ['-c', script, file.path])
      if (findExecutable('openssl')) checkNote(unzip(bytes), folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('a bundle shows or withholds free text as requested', async () => {
    const disclosing = await bundlesOf(acme).make({ kind: 'everything' })
    const withholding = await bundlesOf(acme).make({ kind: 'everything' }, { disclose: ['detail'], ledger: 'all' })
    assert.match(readDisclosed(disclosing.bytes), /pushed by the nightly backup/)
    assert.doesNotMatch(readDisclosed(withholding.bytes), /pushed by the nightly backup/)
    const reasons = linesOf(unzip(withholding.bytes), 'data/left-out.jsonl').find(({ kind }) => kind === 'reasons')
    assert.equal(reasons?.reason, 'withheld')
    assert.equal((await verify(withholding.bytes)).exit, soundWithoutKey)
  })

  test('a bundle with the whole ledger omits no row', async () => {
    const { bytes } = await bundlesOf(acme).make({ kind: 'everything' }, { ledger: 'all' })
    const log = linesOf(unzip(bytes), 'data/ledger/log.jsonl')
    const rows =
      await p.sql(`select count(*)::int as n from audit_event e join organization o on o.id = e.organization_id
      where o.slug = 'acme' and e.action <> 'evidence.export.complete'`)
    // At most one row may be newer than the checkpoint of the bundle.
    assert.ok(log.filter(line => 'leaf' in line).length >= Number(rows[0]?.n) - 1)
  })

  test('a bundle without files still has their records', async () => {
    const { bytes } = await bundlesOf(acme).make({ kind: 'everything' }, { attachments: false })
    const files = unzip(bytes)
    assert.deepEqual(
      [...files.keys()].filter(path => path.startsWith('data/attachments/')),
      [],
    )
    assert.equal(linesOf(files, 'data/records/attachments.jsonl').length, 1)
    assert.equal((await verify(bytes)).exit, soundWithoutKey)
  })

  test('the HTML page of a bundle escapes all user text', async () => {
    const markup = '<img src=x onerror=alert(1)>'
    const body = { ...claimInput(`markup-${sha256(Buffer.from(markup)).slice(0, 8)}`), title: markup, reason }
    await p.call('POST', '/api/workspace/claims', { ...acme.cookies.contributor, body })
    const files = unzip((await bundlesOf(acme).make({ kind: 'everything' })).bytes)
    const page = files.get('data/index.html')?.toString() ?? ''
    assert.ok(!page.includes(markup))
    assert.ok(page.includes('&lt;img src=x onerror=alert(1)&gt;'))
    assert.ok(page.includes(`href="attachments/${acme.attachment.artifactId}/M_rz__1_.pdf"`))
    // The address of the verifier appears as text, not as a link.
    const pageWithoutVerifier = page.replace(`<code>${p.url}/verify/probata-verify.mjs</code>`, '')
    assert.doesNotMatch(pageWithoutVerifier, /<script|https?:\/\/(?!\w+\.example)/)
  })

  test('an export is rejected for records that do not exist or belong to another workspace', async () => {
    const { ask } = bundlesOf(acme)
    for (const scope of [
      { kind: 'requirement', requirementId: globex.requirementId },
      { kind: 'requirement', requirementId: globex.submissionRequirementId },
      { kind: 'package', packageId: globex.packageId },
      { kind: 'package', packageId: 'subpkg_unknown' },
    ])
      assert.equal((await ask(scope)).status, 404, JSON.stringify(scope))
    const future = iso(p.clock.now() + 10 * minute)
    for (const [scope, field] of [
      [{ kind: 'requirement' }, 'requirementId'],
      [{ kind: 'everything', packageId: acme.packageId }, 'packageId'],
      [{ kind: 'period', from: iso(startedAt), to: future }, 'to'],
      [{ kind: 'period', from: iso(startedAt), to: iso(startedAt) }, 'to'],
      [{ kind: 'period', from: 'yesterday', to: iso(startedAt) }, 'from'],
    ] as const) {
      const response = await ask(scope)
      assert.equal(response.status, 400, JSON.stringify(scope))
      assert.equal(response.body.issues[0].path.at(-1), field)
    }
    assert.equal((await p.call('GET', `${exportsPath}/gee_unknown`, acme.cookies.auditor)).status, 404)
    const { id } = await bundlesOf(globex).make({ kind: 'everything' })
    assert.equal((await p.call('GET', `${exportsPath}/${id}`, acme.cookies.auditor)).status, 404)
    assert.equal((await bundlesOf(acme).download(id)).status, 404)
  })
})

/** Verifies the signature line of a note with openssl, as `docs/verifying-a-bundle.md` describes. */
const checkNote = (files: ReadonlyMap<string, Buffer>, folder: string): void => {
  const note = files.get('META-INF/bundle.note')?.toString() ?? ''
  const end = note.lastIndexOf('\n\n') + 1
  const [, name = '', encoded = ''] = /^\u2014 (\S+) (\S+)$/m.exec(note.slice(end)) ?? []
  const keys = files.get('data/ledger/keys.txt')?.toString().split('\n') ?? []
  const key = Buffer.from(
    keys
      .find(line => line.startsWith(`${name}+`))
      ?.split('+')
      .slice(2)
      .join('+') ?? '',
    'base64',
  )
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key.subarray(1)])
  const verificationFiles = { text: note.slice(0, end), sig: Buffer.from(encoded, 'base64').subarray(4), key: der }
  for (const [file, content] of Object.entries(verificationFiles))
    execFileSync('tee', [join(folder, file)], { input: content })
  const args = [
    'pkeyutl',
    '-verify',
    '-pubin',
    '-keyform',
    'DER',
    '-inkey',
    'key',
    '-rawin',
    '-in',
    'text',
    '-sigfile',
    'sig',
  ]
  execFileSync('openssl', args, { cwd: folder })
}

/** Returns all disclosed values in the log of a bundle. */
const readDisclosed = (bytes: Buffer): string =>
  linesOf(unzip(bytes), 'data/ledger/log.jsonl')
    .flatMap(({ disclosures }) => (Array.isArray(disclosures) ? disclosures : []))
    .map(text => Buffer.from(String(text), 'base64url').toString())
    .join('\n')
