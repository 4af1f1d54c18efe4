import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { openAuthority } from './authority.ts'
import { Forger } from './forger.ts'
import { makeBundle } from './make-bundle.ts'
import { signerOf } from './write-note.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'verifying-a-bundle.md'), 'utf8')

/** The shell blocks of the page, one after the other, as somebody types them. */
const blocks = [...page.matchAll(/^```sh(?: seals)?\n(.*?)^```$/gms)].map(([, code = '']) => code)

const isThere = ['openssl', 'unzip', 'sha256sum'].every(
  program => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined,
)

describe('docs/verifying-a-bundle.md, by hand', isThere ? {} : { skip: 'openssl or unzip is not installed' }, () => {
  const play = (bytes: Buffer, key: string, root: string) => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'probata-by-hand-'))
    writeFileSync(join(folder.path, 'bundle.asice'), bytes)
    writeFileSync(join(folder.path, 'bundle.key'), `${key}\n`)
    copyFileSync(root, join(folder.path, 'ca.pem'))
    const script = `set -e -o pipefail\n${blocks.join('\n')}`
    return spawnSync('bash', ['-c', script], { cwd: folder.path, encoding: 'utf8' })
  }

  test('the blocks prove a bundle, and none of them proves an altered one', () => {
    using authority = openAuthority()
    const made = makeBundle({ authority })
    assert.equal(blocks.length, 7)
    const sound = play(made.bytes, made.bundleKey.vkey, authority.root)
    assert.equal(sound.status, 0, sound.stderr)
    assert.match(sound.stdout, /Signature Verified Successfully/)

    const forge = (change: (forger: Forger) => void): Buffer => {
      const forger = new Forger(made, () => 0)
      change(forger)
      return forger.zip()
    }
    const add = forge(forger => forger.set('data/extra.txt', 'extra'))
    const exchange = forge(forger => {
      forger.set('data/index.html', 'another')
      forger.seal()
    })
    const resign = forge(forger => {
      forger.set('data/index.html', 'another')
      forger.seal(signerOf(made.bundleKey.name))
    })
    const record = forge(forger => {
      const claims = 'data/records/claims.jsonl'
      forger.set(claims, forger.get(claims).toString().replace('Backup', 'backup'))
      forger.sealWithStolenKey()
    })
    const stamp = forge(forger => {
      forger.set('META-INF/ASiCManifest002.xml', `${forger.get('META-INF/ASiCManifest002.xml')} `)
      forger.sealWithStolenKey()
    })
    for (const [name, bytes] of Object.entries({ add, exchange, resign, record, stamp }))
      assert.notEqual(play(bytes, made.bundleKey.vkey, authority.root).status, 0, name)
  })
})
