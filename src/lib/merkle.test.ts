import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import {
  consistencyRanges,
  emptyRoot,
  Frontier,
  inclusionRanges,
  isConsistent,
  leafHash,
  nodeHash,
  rangeHash,
  rootFromInclusion,
  type Subtree,
  subtreesOf,
} from './merkle.ts'

// The reference leaves and roots of Certificate Transparency (google/certificate-transparency, merkletree tests).
const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
const roots = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
]

test('roots match the reference vectors of Certificate Transparency', () => {
  const tree = new Frontier()
  assert.equal(emptyRoot.toString('hex'), 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  assert.deepEqual(tree.root(), emptyRoot)
  for (const [i, data] of leaves.entries()) {
    tree.append(leafHash(Buffer.from(data, 'hex')))
    assert.equal(tree.root().toString('hex'), roots[i])
  }
})

const maxSize = 130
const nodes = new Map<string, Buffer>()
const hashes: Buffer[] = []
const heads = [{ size: 0, root: emptyRoot }]
const frontier = new Frontier()
for (let i = 0; i < maxSize; i++) {
  const leaf = leafHash(Buffer.from(String(i)))
  hashes.push(leaf)
  frontier.append(leaf, (level, index, value) => nodes.set(`${level}/${index}`, value))
  heads.push({ size: frontier.size, root: frontier.root() })
}

const node = ({ level, index }: Subtree): Buffer => {
  const value = nodes.get(`${level}/${index}`)
  assert.ok(value, `${level}/${index}`)
  return value
}
const headOf = (size: number) => heads[size] ?? { size, root: emptyRoot }
const leafOf = (index: number) => hashes[index] ?? emptyRoot
const altered = (proof: readonly Buffer[], at: number) =>
  proof.map((value, i) => (i === at ? hash('sha256', value, 'buffer') : value))

/** Computes the root literally by the definition of RFC 6962. */
const plainRoot = (subtreeLeaves: readonly Buffer[]): Buffer => {
  const [only] = subtreeLeaves
  if (!only) return emptyRoot
  if (subtreeLeaves.length === 1) return only
  let split = 1
  while (split * 2 < subtreeLeaves.length) split *= 2
  return nodeHash(plainRoot(subtreeLeaves.slice(0, split)), plainRoot(subtreeLeaves.slice(split)))
}

describe(`all pairs of sizes up to ${maxSize}`, () => {
  test('the root matches the definition of RFC 6962', () => {
    for (let size = 0; size <= maxSize; size++) assert.deepEqual(headOf(size).root, plainRoot(hashes.slice(0, size)))
  })

  test('an inclusion proof holds only for its own leaf', () => {
    for (let size = 1; size <= maxSize; size++)
      for (let leaf = 0; leaf < size; leaf++) {
        const proof = inclusionRanges(leaf, size).map(range => rangeHash(range, node))
        assert.deepEqual(rootFromInclusion(leafOf(leaf), leaf, size, proof), headOf(size).root, `${leaf} in ${size}`)
        assert.notDeepEqual(rootFromInclusion(leafOf((leaf + 1) % maxSize), leaf, size, proof), headOf(size).root)
        for (const at of proof.keys())
          assert.notDeepEqual(rootFromInclusion(leafOf(leaf), leaf, size, altered(proof, at)), headOf(size).root)
        assert.equal(rootFromInclusion(leafOf(leaf), leaf, size, [...proof, emptyRoot]), undefined)
      }
  })

  test('a consistency proof holds only between a tree and its own beginning', () => {
    for (let second = 0; second <= maxSize; second++)
      for (let first = 0; first <= second; first++) {
        const proof = consistencyRanges(first, second).map(range => rangeHash(range, node))
        assert.ok(isConsistent(headOf(first), headOf(second), proof), `${first} in ${second}`)
        for (const at of proof.keys())
          assert.ok(!isConsistent(headOf(first), headOf(second), altered(proof, at)), `${first} in ${second} at ${at}`)
        assert.ok(!isConsistent(headOf(first), headOf(second), [...proof, emptyRoot]))
        if (first > 0) assert.ok(!isConsistent({ size: first, root: emptyRoot }, headOf(second), proof))
      }
  })

  test('appending whole subtrees yields the same root', () => {
    for (let to = 0; to <= maxSize; to++)
      for (let from = 0; from <= to; from++) {
        const tree = new Frontier()
        for (const leaf of hashes.slice(0, from)) tree.append(leaf)
        for (const subtree of subtreesOf([from, to])) tree.appendSubtree(subtree.level, node(subtree))
        assert.deepEqual(tree.root(), headOf(to).root, `${from} to ${to}`)
      }
  })
})

test('a tree of more than 2^32 leaves splits as in RFC 6962', () => {
  const size = 2 ** 40 + 3
  assert.deepEqual(subtreesOf([0, size]), [
    { level: 40, index: 0 },
    { level: 1, index: 2 ** 39 },
    { level: 0, index: 2 ** 40 + 2 },
  ])
  assert.deepEqual(inclusionRanges(2 ** 40 + 2, size), [
    [2 ** 40, 2 ** 40 + 2],
    [0, 2 ** 40],
  ])
})

test('a subtree that does not begin at a multiple of its span is rejected', () => {
  const tree = new Frontier()
  tree.append(leafOf(0))
  assert.throws(() => tree.appendSubtree(1, leafOf(1)), RangeError)
})
