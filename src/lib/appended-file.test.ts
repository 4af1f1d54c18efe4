import assert from 'node:assert/strict'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { appendLines, requireAppendable } from './appended-file.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'probata-appended-'))
})
after(() => rm(folder, { recursive: true }))

let files = 0
const make = async (mode: number, text = ''): Promise<string> => {
  const path = join(folder, `events-${++files}`)
  await writeFile(path, text)
  await chmod(path, mode)
  return path
}

const otherUserId = 65_534
const isRoot = process.geteuid?.() === 0

const rejections: [problem: string, make: () => Promise<string>, says: RegExp][] = [
  ['a file that every user can read', () => make(0o644), /can be opened by every user; run chmod 640 on it$/],
  ['a file that every user can write', () => make(0o642), /can be opened by every user/],
  ['a file that its group can write', () => make(0o660), /can be written by its group/],
  [
    'a symbolic link, even to a suitable file',
    async () => {
      const link = join(folder, 'link')
      await symlink(await make(0o600), link)
      return link
    },
    /is a symbolic link; name the file itself$/,
  ],
  [
    'a symbolic link to nothing',
    async () => {
      await symlink(join(folder, 'nothing'), join(folder, 'dangling'))
      return join(folder, 'dangling')
    },
    /is a symbolic link/,
  ],
  [
    'a folder',
    async () => {
      await mkdir(join(folder, 'folder'), { mode: 0o700 })
      return join(folder, 'folder')
    },
    /is not a regular file/,
  ],
  [
    'a file in a folder that every user can write to',
    async () => {
      const open = join(folder, 'open')
      await mkdir(open)
      await chmod(open, 0o777)
      return join(open, 'events')
    },
    /in a folder that every user can write to; run chmod o-w on it$/,
  ],
]

for (const [problem, prepare, says] of rejections)
  test(`rejected at the start: ${problem}`, async () => {
    const path = await prepare()
    assert.throws(() => requireAppendable(path), { name: 'ValueError', message: says })
  })

test('a file of another user is rejected, except for root', { skip: !isRoot && 'only root can make one' }, async () => {
  const path = await make(0o600)
  await chown(path, 1000, 1000)
  requireAppendable(path)
  await chmod(folder, 0o755)
  process.seteuid?.(otherUserId)
  try {
    assert.throws(() => requireAppendable(path), /belongs to a different user/)
  } finally {
    process.seteuid?.(0)
  }
})

test('a file that others can open, or that became a link, after the start receives no further lines', async () => {
  const path = await make(0o640, 'one\n')
  requireAppendable(path)
  await chmod(path, 0o666)
  await assert.rejects(appendLines(path, 'two\n'), { code: 'EPERM', message: /can be opened by every user/ })
  await chmod(path, 0o640)
  const link = join(folder, 'later-link')
  requireAppendable(link)
  await symlink(path, link)
  await assert.rejects(appendLines(link, 'two\n'), { code: 'ELOOP' })
  assert.equal(await readFile(path, 'utf8'), 'one\n')
})

test('a new file is open only to its owner and the readers of its group, regardless of the umask', async () => {
  const previousUmask = process.umask(0)
  try {
    const path = join(folder, 'new')
    requireAppendable(path)
    await appendLines(path, 'one\n')
    assert.equal((await stat(path)).mode & 0o777, 0o640)
    await appendLines(path, 'two\n')
    assert.equal(await readFile(path, 'utf8'), 'one\ntwo\n')
  } finally {
    process.umask(previousUmask)
  }
})

test('a line cut short by a full disk or a kill damages no other line', async () => {
  const path = await make(0o640, '{"id":"sev_1"}\n{"id":"se')
  await appendLines(path, '{"id":"sev_2"}\n')
  await appendLines(path, '{"id":"sev_3"}\n')
  assert.equal(await readFile(path, 'utf8'), '{"id":"sev_1"}\n{"id":"se\n{"id":"sev_2"}\n{"id":"sev_3"}\n')
})
