import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { bundles, unzip, verify } from '#test/bundles.ts'
import { startTimeStampAuthority } from '#test/ledger/time-stamp-authority.ts'
import { prover, textFile } from '#test/proof.ts'
import { boot } from '#test/system.ts'
import { openAuthority } from './authority.ts'
import { Forger } from './forger.ts'
import { makeBundle } from './make-bundle.ts'
import { signerOf } from './write-note.ts'

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'verifying-a-bundle.md'), 'utf8')

/** The shell blocks of the page, in the order in which a reader would enter them. */
const blocks = [...page.matchAll(/^```sh(?: seals)?\n(.*?)^```$/gms)].map(([, code = '']) => code)

const hasPrograms = ['openssl', 'unzip', 'sha256sum'].every(
  program => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined,
)

describe(
  'docs/verifying-a-bundle.md, by hand',
  hasPrograms ? {} : { skip: 'openssl or unzip is not installed' },
  () => {
    const runBlocks = (bytes: Buffer, key: string, ...roots: readonly string[]) => {
      using folder = mkdtempDisposableSync(join(tmpdir(), 'probata-by-hand-'))
      writeFileSync(join(folder.path, 'bundle.asice'), bytes)
      writeFileSync(join(folder.path, 'bundle.key'), `${key}\n`)
      writeFileSync(join(folder.path, 'ca.pem'), roots.map(root => readFileSync(root, 'utf8')).join(''))
      const script = `set -e -o pipefail\n${blocks.join('\n')}`
      return spawnSync('bash', ['-c', script], { cwd: folder.path, encoding: 'utf8' })
    }

    test('the blocks prove a bundle, and no block proves an altered one', () => {
      using authority = openAuthority()
      const bundle = makeBundle({ authority })
      assert.equal(blocks.length, 7)
      const result = runBlocks(bundle.bytes, bundle.bundleKey.vkey, authority.root)
      assert.equal(result.status, 0, result.stderr)
      assert.match(result.stdout, /Signature Verified Successfully/)

      const forge = (change: (forger: Forger) => void): Buffer => {
        const forger = new Forger(bundle, () => 0)
        change(forger)
        return forger.zip()
      }
      const addFile = forge(forger => forger.set('data/extra.txt', 'extra'))
      const exchange = forge(forger => {
        forger.set('data/index.html', 'another')
        forger.seal()
      })
      const resign = forge(forger => {
        forger.set('data/index.html', 'another')
        forger.seal(signerOf(bundle.bundleKey.name))
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
      for (const [name, bytes] of Object.entries({ add: addFile, exchange, resign, record, stamp }))
        assert.notEqual(runBlocks(bytes, bundle.bundleKey.vkey, authority.root).status, 0, name)
    })

    test('the blocks and the command prove a bundle that the program sealed and time-stamped', async () => {
      using authority = openAuthority()
      await using timeStampAuthority = await startTimeStampAuthority()
      using folder = mkdtempDisposableSync(join(tmpdir(), 'probata-seal-'))
      const password = join(folder.path, 'password')
      writeFileSync(password, 'secret\n')
      await using p = await boot({
        env: {
          PROBATA_STORAGE_ALLOW: '127.0.0.1',
          PROBATA_ESEAL_FILE: authority.pkcs12,
          PROBATA_ESEAL_PASSWORD_FILE: password,
          PROBATA_TSA_URL: timeStampAuthority.url,
          PROBATA_TSA_CA: timeStampAuthority.root,
        },
      })
      const token = await p.token('acme-scanner')
      const { newClaim, attach } = prover(p, () => token)
      await attach(await newClaim(), textFile('the backup report'))
      const auditor = bundles(p, { cookie: await p.signIn('auditor@acme.example') })
      const { bytes } = await auditor.make({ kind: 'everything' })
      const keys = (unzip(bytes).get('data/ledger/keys.txt')?.toString() ?? '').split('\n')
      const key = keys.find(vkey => vkey.includes('/bundles+')) ?? ''
      const roots = join(folder.path, 'roots.pem')
      writeFileSync(roots, readFileSync(authority.root, 'utf8') + readFileSync(timeStampAuthority.root, 'utf8'))
      const byHand = runBlocks(bytes, key, roots)
      assert.equal(byHand.status, 0, byHand.stderr)
      const result = await verify(bytes, '--key', key, '--ca', roots)
      assert.equal(result.exit, 0, result.text)
      assert.match(result.text, /Acme e-seal/)
      assert.match(result.text, /Stamp authority/)
      const withoutSealRoot = await verify(bytes, '--key', key, '--ca', timeStampAuthority.root)
      assert.equal(withoutSealRoot.exit, 3, withoutSealRoot.text)
    })
  },
)
