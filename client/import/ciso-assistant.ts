import type { Said } from './clauses.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** A requirement of a library of CISO Assistant. */
interface Node {
  readonly urn: string
  readonly parent_urn?: string
  readonly ref_id?: string | number
  readonly name?: string
  readonly description?: string
  readonly assessable?: boolean
}

/** The first line of a description, for a requirement without a name; the text has all of it. */
const begin = (description: string): string => {
  const [first = ''] = description.trim().split('\n', 1)
  return first.length > 300 ? `${first.slice(0, 299).toWellFormed()}…` : first
}

const isNode = (node: unknown): node is Node => typeof Object(node).urn === 'string'

/** The clauses of the framework in a library of CISO Assistant; its texts stay its publisher's. */
export const fromCisoAssistant = (library: object): Said[] => {
  const nodes: unknown = Object(Object(Object(library).objects).framework).requirement_nodes
  if (!Array.isArray(nodes)) throw new UnreadableFile('noFramework')
  const known = nodes.filter(isNode)
  if (known.length < nodes.length) throw new UnreadableFile('noUrn')
  // urn:PUBLISHER:risk:req_node:LIBRARY:…
  const tailOf = ({ urn }: Node): string => urn.split(':').slice(5).join(':') || urn
  const nameOf = (node: Node): string => String(node.ref_id ?? tailOf(node))
  const times = new Map<string, number>()
  for (const node of known) times.set(nameOf(node), (times.get(nameOf(node)) ?? 0) + 1)
  // Where several share a name, their urn tells them apart, also in the next edition.
  const keyOf = (node: Node): string =>
    (times.get(nameOf(node)) ?? 0) > 1 ? `${nameOf(node)} ${tailOf(node)}` : nameOf(node)
  return known.map(node => {
    const { urn, parent_urn: parent = null, name, description = '', assessable } = node
    const title = name ?? (begin(String(description)) || nameOf(node))
    return {
      id: urn,
      key: keyOf(node),
      parent,
      title: String(title),
      text: String(description),
      isAssessable: assessable === true,
    }
  })
}
