import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { checkpointText, cosign, NoteError, openNote, parseCheckpoint, parseVkey, signNote, vkeyOf } from './note.ts'

const run = promisify(execFile)

const vectors = {
  // c2sp.org/signed-note
  c2sp: {
    vkey: 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k',
    text: 'This is an example message.\n',
    line: '\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n',
  },
  // golang.org/x/mod/sumdb/note, whose example includes the private key
  go: {
    vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    seed: 'PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'.split('+').slice(2).join('+'),
    text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
    line: '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n',
  },
}

const pkcs8 = (seed: Buffer) =>
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]),
    format: 'der',
    type: 'pkcs8',
  })

for (const [name, { vkey, text, line }] of Object.entries(vectors)) {
  const key = parseVkey(vkey)
  const note = `${text}\n${line}`

  test(`the published note of ${name} opens with its key, unless any character is altered`, () => {
    assert.deepEqual(openNote(note, [key]), { text, signatures: [{ name: key.name, vkey, line }] })
    for (let at = 0; at < note.length; at++) {
      const altered = note.slice(0, at) + String.fromCharCode(note.charCodeAt(at) ^ 1) + note.slice(at + 1)
      assert.throws(() => openNote(altered, [key]), NoteError, `at ${at}`)
    }
  })
}

test('signing with the published private key yields the published note', () => {
  const { vkey, seed, text, line } = vectors.go
  const privateKey = pkcs8(Buffer.from(seed, 'base64').subarray(1))
  assert.equal(vkeyOf('PeterNeumann', privateKey), vkey)
  assert.equal(signNote(text, [{ name: 'PeterNeumann', privateKey }]), `${text}\n${line}`)
})

const pair = () => generateKeyPairSync('ed25519')

test('a note signed by two keys opens with either; other keys of the same name are ignored', () => {
  const [one, two, other] = [pair(), pair(), pair()]
  const note = signNote('text\n', [
    { name: 'log', privateKey: one.privateKey },
    { name: 'log', privateKey: two.privateKey },
  ])
  const keys = [one, two].map(({ publicKey }) => parseVkey(vkeyOf('log', publicKey)))
  for (const key of keys) assert.equal(openNote(note, [key]).text, 'text\n')
  assert.equal(openNote(note, keys).signatures.length, 2)
  assert.throws(() => openNote(note, [parseVkey(vkeyOf('log', other.publicKey))]), /signed by none/)
  assert.throws(() => openNote(note, [parseVkey(vkeyOf('gol', one.publicKey))]), /signed by none/)
})

test('text that is not a note is rejected', () => {
  const { publicKey, privateKey } = pair()
  const key = parseVkey(vkeyOf('log', publicKey))
  const note = signNote('text\n', [{ name: 'log', privateKey }])
  const [text = '', line = ''] = note.split('\n\n')
  const wrong = [
    '',
    '\n',
    text,
    `${text}\n${line}`,
    note.slice(0, -1),
    `${note}\n`,
    `\t${note}`,
    note.replace('\u2014', '-'),
  ]
  for (const one of [...wrong, `${note}\u2014 log AAAA\n`, note + line.repeat(101)])
    assert.throws(() => openNote(one, [key]), NoteError, JSON.stringify(one.slice(0, 60)))
  for (const one of ['no end of line', 'a\tb\n', 'a\rb\n', '\ud800\n'])
    assert.throws(() => signNote(one, [{ name: 'log', privateKey }]), TypeError)
  for (const name of ['', 'a b', 'a+b', 'a\nb']) assert.throws(() => vkeyOf(name, publicKey), TypeError)
  for (const one of ['', 'log', 'log+00000000+AA==', key.vkey.replace('log', 'gol'), key.vkey.replace(/=*$/, '!')])
    assert.throws(() => parseVkey(one), NoteError)
})

test('a checkpoint survives formatting and parsing; other spellings are rejected', () => {
  const checkpoint = { origin: 'probata.example/ledger/org_1/1', size: 20852163, root: Buffer.alloc(32, 7) }
  assert.deepEqual(parseCheckpoint(checkpointText(checkpoint)), checkpoint)
  const lines = checkpointText(checkpoint).split('\n')
  for (const size of ['', '01', '-1', '1.0', '1e3', '99999999999999999', '9007199254740993'])
    assert.throws(() => parseCheckpoint([lines[0], size, lines[2], ''].join('\n')), NoteError, size)
  for (const root of ['', 'AAAA', `${lines[2]}=`]) assert.throws(() => parseCheckpoint(`o\n1\n${root}\n`), NoteError)
})

test('a cosignature is valid only for its text and its time', () => {
  const [witness, log] = [pair(), pair()]
  const text = checkpointText({ origin: 'log', size: 5, root: Buffer.alloc(32) })
  const key = parseVkey(vkeyOf('witness.example/w1', witness.publicKey, 'cosignature'))
  const line = cosign(text, { name: 'witness.example/w1', privateKey: witness.privateKey }, 1_679_315_147_999)
  const note = signNote(text, [{ name: 'log', privateKey: log.privateKey }]) + line
  assert.deepEqual(openNote(note, [key]).signatures, [
    { name: 'witness.example/w1', vkey: key.vkey, line, time: 1_679_315_147_000 },
  ])
  assert.equal(openNote(note, [parseVkey(vkeyOf('log', log.publicKey))]).signatures.length, 1)
  assert.throws(() => openNote(note.replace('\n5\n', '\n6\n'), [key]), /is not valid/)
  const later = Buffer.from(line.split(' ')[2] ?? '', 'base64')
  later.writeUInt8((later[11] ?? 0) ^ 1, 11)
  const moved = `${text}\n\u2014 witness.example/w1 ${later.toString('base64')}\n`
  assert.throws(() => openNote(moved, [key]), /is not valid/)
  // A plain note signature with the key of a witness does not count.
  const asNote = signNote(text, [{ name: 'witness.example/w1', privateKey: witness.privateKey }])
  assert.throws(() => openNote(asNote, [key]), /signed by none/)
})

test('any signed text opens to the same text', () => {
  const { publicKey, privateKey } = pair()
  const key = parseVkey(vkeyOf('log', publicKey))
  const line = fc.string({ unit: 'binary' }).map(text => text.replace(/\p{Cc}/gu, ''))
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), lines => {
      const text = `${lines.join('\n')}\n`
      assert.equal(openNote(signNote(text, [{ name: 'log', privateKey }]), [key]).text, text)
    }),
    { numRuns: 50 },
  )
})

test('openssl verifies the signature of a note', async t => {
  const folder = await mkdtemp(join(tmpdir(), 'note-'))
  t.after(() => rm(folder, { recursive: true }))
  const { publicKey, privateKey } = pair()
  const note = signNote('first line\nsecond line\n', [{ name: 'log', privateKey }])
  const [, signature = ''] = /\u2014 log (.*)\n$/.exec(note) ?? []
  const at = (name: string) => join(folder, name)
  await writeFile(at('text'), note.slice(0, note.lastIndexOf('\n\n') + 1))
  await writeFile(at('signature'), Buffer.from(signature, 'base64').subarray(4))
  await writeFile(at('key'), publicKey.export({ format: 'pem', type: 'spki' }))
  const verifying = ['pkeyutl', '-verify', '-pubin', '-inkey', at('key'), '-rawin', '-in', at('text')]
  const { stdout } = await run('openssl', [...verifying, '-sigfile', at('signature')])
  assert.match(stdout, /Signature Verified Successfully/)
  await writeFile(at('text'), 'first line\nsecond lime\n')
  await assert.rejects(run('openssl', [...verifying, '-sigfile', at('signature')]))
})
