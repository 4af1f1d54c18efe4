import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { crc32 as zlibCrc32 } from 'node:zlib'
import canonicalizeByOthers from 'canonicalize'
import fc from 'fast-check'
import { crc32 } from '#client/import/crc32.ts'
import { toHex } from '#client/verify/bytes.ts'
import { canonicalize, type Json } from '#client/verify/canonical.ts'
import { disclosureDigest, readDisclosure } from '#client/verify/disclosure.ts'
import { Tree } from '#client/verify/merkle.ts'
import { nodePrimitives } from '#client/verify/node.ts'
import { parseCheckpoint, parseNote, parseVkey, signersOf } from '#client/verify/note.ts'
import type { Primitives } from '#client/verify/primitives.ts'
import { browserPrimitives } from '#web/verifier/browser.ts'

const read = (name: string) => JSON.parse(readFileSync(join(import.meta.dirname, 'vectors', name), 'utf8'))
const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

interface SignatureCase {
  readonly tcId: number
  readonly comment: string
  readonly key: string
  readonly msg: string
  readonly sig: string
  readonly result: 'valid' | 'invalid'
}

const primitiveSets: readonly [string, Primitives][] = [
  ['Node', nodePrimitives],
  ['browsers', browserPrimitives],
]
for (const [name, primitives] of primitiveSets) {
  describe(`with the primitives of ${name}`, () => {
    test('Wycheproof, Ed25519', async () => {
      const cases: readonly SignatureCase[] = read('wycheproof-ed25519.json')
      assert.equal(cases.length, 151)
      for (const { tcId, comment, key, msg, sig, result } of cases) {
        const isValid = await primitives.ed25519(bytes(key), bytes(msg), bytes(sig))
        assert.equal(isValid, result === 'valid', `${tcId}: ${comment}`)
      }
    })

    // The reference tree of google/certificate-transparency, which implementations of RFC 9162 use as well.
    test('Certificate Transparency, roots of the reference tree', () => {
      const leaves = '|00|10|2021|3031|40414243|5051525354555657|606162636465666768696a6b6c6d6e6f'.split('|')
      const roots = [
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
        'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
        '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
        '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
        'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
        '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
      ]
      const tree = new Tree(primitives.sha256)
      const rootsSeen = [toHex(tree.root())]
      for (const leaf of leaves) {
        tree.append(primitives.sha256(Buffer.concat([Buffer.of(0), bytes(leaf)])))
        rootsSeen.push(toHex(tree.root()))
      }
      assert.deepEqual(rootsSeen, roots)
    })

    test('C2SP signed-note, its example', async () => {
      const key = parseVkey(primitives, 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')
      assert.ok(key)
      const example =
        'This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
      const open = async (text: string) => {
        const note = parseNote(text)
        return note && (await signersOf(primitives, note, [key]))
      }
      assert.deepEqual(await open(example), [key])
      assert.equal(await open(example.replace('an', 'am')), undefined)
      for (const badNote of [example.slice(0, -1), example.replace('\n\n', '\n'), example.replace('This', 'This\t')])
        assert.equal(await open(badNote), undefined)
    })

    test('RFC 9901 section 4.2, digests of disclosures', () => {
      const digests = {
        WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0:
          'X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0',
        WyJsa2x4RjVqTVlsR1RQVW92TU5JdkNBIiwgIkZSIl0: 'w0I8EKcdCtUPkGCNUrfwVp2xEgNjtoIDlOxc9-PlOhs',
      }
      for (const [disclosure, digest] of Object.entries(digests))
        assert.equal(disclosureDigest(primitives, disclosure), digest)
      const disclosure = readDisclosure(Object.keys(digests)[0] ?? '')
      assert.deepEqual(
        [disclosure?.salt, disclosure?.name, disclosure?.value],
        ['_26bc4LT-ac6q2KI6cBW5es', 'family_name', 'Möbius'],
      )
      // A disclosure with two parts is of an array element, which no row has.
      assert.equal(readDisclosure(Object.keys(digests)[1] ?? ''), undefined)
    })

    test('SHA-256 and CRC-32 of pieces equal those of the whole', async () => {
      const wholeBytes = randomBytes(100_003)
      const digest = primitives.digest(wholeBytes.length)
      for (let offset = 0; offset < wholeBytes.length; offset += 777)
        digest.update(wholeBytes.subarray(offset, offset + 777))
      const { sha256, crc32: crc } = await digest.end()
      assert.equal(toHex(sha256), toHex(nodePrimitives.sha256(wholeBytes)))
      assert.equal(crc, zlibCrc32(wholeBytes))
    })
  })
}

test('RFC 8785, its test data', () => {
  const files: Readonly<Record<string, { input: string; output: string }>> = read('rfc8785.json')
  assert.deepEqual(Object.keys(files), ['arrays', 'french', 'structures', 'unicode', 'values', 'weird'])
  for (const [name, { input, output }] of Object.entries(files))
    assert.equal(canonicalize(JSON.parse(input)), output, name)
})

test('RFC 8785 appendix B, numbers', () => {
  const numbers: readonly [string, string][] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ]
  for (const [hex, text] of numbers) assert.equal(canonicalize(Buffer.from(hex, 'hex').readDoubleBE()), text, hex)
  for (const hex of ['7fffffffffffffff', '7ff0000000000000'])
    assert.throws(() => canonicalize(Buffer.from(hex, 'hex').readDoubleBE()), TypeError)
  assert.throws(() => canonicalize({ '\ud800': 1 }), TypeError)
})

test('any JSON has the same canonical text as in another implementation', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), value => {
      assert.equal(canonicalize(value as Json), canonicalizeByOthers(value))
    }),
  )
})

test('CRC-32 continues from any position, at any alignment', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (allBytes, cut) => {
      assert.equal(crc32(allBytes.subarray(cut), crc32(allBytes.subarray(0, cut))), zlibCrc32(allBytes))
    }),
  )
})

const checkpoints: readonly [text: string, isCheckpoint: boolean][] = [
  ['a\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n', true],
  ['a\n00\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n', false],
  ['a\n+1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n', false],
  ['a\n9007199254740992\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n', false],
  ['a\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=\n', false],
  ['a\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hS\n', false],
  ['a\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nmore\n', false],
  ['\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n', false],
]
for (const [text, isCheckpoint] of checkpoints)
  test(`${JSON.stringify(text)} is ${isCheckpoint ? 'a' : 'not a'} checkpoint`, () =>
    assert.equal(parseCheckpoint(text) !== undefined, isCheckpoint))
