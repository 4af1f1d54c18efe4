import { Frontier } from '#lib/merkle.ts'

/** The number of leaves of a stored subtree of level 1; a subtree of level 2 has the square of this number. */
export const subtreeWidth = 256
const heightOf = Math.log2(subtreeWidth)

export const hashBytes = 32

/** Splits the stored, concatenated hashes of a frontier or a range. */
export const splitHashes = (bytes: Buffer): Buffer[] =>
  Array.from({ length: bytes.length / hashBytes }, (_, i) => bytes.subarray(i * hashBytes, (i + 1) * hashBytes))

/** Returns the stored level of a subtree of 2^`level` leaves, if it is stored. */
export const storedLevel = (level: number): number | undefined =>
  level > 0 && level % heightOf === 0 ? level / heightOf : undefined

/** Returns the origin of a tree, which names its owner and generation. */
export const treeOrigin = (url: string, organizationId: string, generation: number): string =>
  `${new URL(url).host}/ledger/${organizationId}/${generation}`

/** Renders bytes in the text format of PostgreSQL. */
export const toByteaText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

interface StoredTree {
  readonly organization_id: string
  readonly generation: number
  readonly size: number
  readonly frontier: Buffer
}

interface NewLeaf {
  readonly eventId: string
  readonly salts: Buffer
  readonly hash: Buffer
}

/** Collects the additions of a batch to the trees of several organizations, as columns for one statement. */
export class Growth {
  readonly leaves = {
    organizations: [] as string[],
    generations: [] as number[],
    indexes: [] as number[],
    events: [] as string[],
    salts: [] as Buffer[],
    hashes: [] as Buffer[],
  }
  readonly subtrees = {
    subtreeOrganizations: [] as string[],
    subtreeGenerations: [] as number[],
    levels: [] as number[],
    subtreeIndexes: [] as number[],
    subtreeHashes: [] as Buffer[],
  }
  readonly #trees: ReadonlyMap<string, { readonly generation: number; readonly frontier: Frontier }>

  constructor(organizations: readonly string[], storedTrees: readonly StoredTree[]) {
    const treesById = new Map(storedTrees.map(tree => [tree.organization_id, tree]))
    this.#trees = new Map(
      organizations.map(id => {
        const { generation = 1, size = 0, frontier = Buffer.alloc(0) } = treesById.get(id) ?? {}
        return [id, { generation, frontier: new Frontier(size, splitHashes(frontier)) }]
      }),
    )
  }

  add(organizationId: string, { eventId, salts, hash }: NewLeaf): void {
    const tree = this.#trees.get(organizationId)
    if (!tree) throw new RangeError('the tree of the organization of this leaf was not loaded')
    const { leaves, subtrees } = this
    leaves.organizations.push(organizationId)
    leaves.generations.push(tree.generation)
    leaves.indexes.push(tree.frontier.size)
    leaves.events.push(eventId)
    leaves.salts.push(salts)
    leaves.hashes.push(hash)
    tree.frontier.append(hash, (height, index, value) => {
      const level = storedLevel(height)
      if (level === undefined) return
      subtrees.subtreeOrganizations.push(organizationId)
      subtrees.subtreeGenerations.push(tree.generation)
      subtrees.levels.push(level)
      subtrees.subtreeIndexes.push(index)
      subtrees.subtreeHashes.push(value)
    })
  }

  trees(url: string) {
    const trees = [...this.#trees]
    return {
      treeOrganizations: trees.map(([id]) => id),
      treeGenerations: trees.map(([, { generation }]) => generation),
      origins: trees.map(([id, { generation }]) => treeOrigin(url, id, generation)),
      sizes: trees.map(([, { frontier }]) => frontier.size),
      frontiers: trees.map(([, { frontier }]) => Buffer.concat(frontier.hashes)),
      roots: trees.map(([, { frontier }]) => frontier.root()),
    }
  }
}
