/** Where a row of a table was found: host, port and what else its columns name. */
import { lineOf } from '#client/import/text.ts'
import type { FindingField } from './headings.ts'

/** What an empty cell is written as. */
const nothing = /^(?:\(?null\)?|nil|none|nan|undefined|n\/?a|-+)$/i

/** The text of a cell; what stands for an empty one is empty. */
export const cellText = (cells: readonly string[], column: number | undefined): string => {
  const text = lineOf(cells[column ?? -1] ?? '')
  return nothing.test(text) ? '' : text
}

export interface Place {
  /** As people read it: `srv-1:443/tcp /login`. */
  readonly shown: string
  /** The host by its first name, and the rest: what tells two places apart as long as hosts keep their names. */
  readonly main: readonly string[]
  /** Every cell: a host by all its names. */
  readonly whole: readonly string[]
}

type PlaceField = Extract<FindingField, 'host' | 'port' | 'protocol' | 'place'>

const hostAndPort = (host: string, port: string, protocol: string): string => {
  const named = host.includes(':') && port !== '' && !host.startsWith('[') ? `[${host}]` : host
  return [named, port && `:${port}`, protocol && `/${protocol}`].join('')
}

/** A host that is not named in one column is by the next; ports, paths and resources each count. */
export const placeIn = (cells: readonly string[], columns: Readonly<Record<PlaceField, readonly number[]>>): Place => {
  const texts = (field: PlaceField) => columns[field].map(column => cellText(cells, column))
  const [hosts, ports, protocols, others] = [texts('host'), texts('port'), texts('protocol'), texts('place')]
  const [host = '', port = '', protocol = ''] = [hosts, ports, protocols].map(some => some.find(Boolean))
  const rest = [...new Set(others.filter(Boolean))]
  return {
    shown: [hostAndPort(host, port, protocol), ...rest.filter(text => text !== host)].filter(Boolean).join(' '),
    main: [host, port, protocol, ...rest].filter(Boolean),
    whole: [...hosts, ...ports, ...protocols, ...rest].filter(Boolean),
  }
}
