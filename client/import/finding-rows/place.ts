/** Where a row of a table was found: host, port and any other location columns. */
import { lineOf } from '#client/import/text.ts'
import type { FindingField } from './headings.ts'

/** Texts for an empty cell. */
const nothing = /^(?:\(?null\)?|nil|none|nan|undefined|n\/?a|-+)$/i

/** The text of a cell; a placeholder for an empty one becomes empty. */
export const cellText = (cells: readonly string[], column: number | undefined): string => {
  const text = lineOf(cells[column ?? -1] ?? '')
  return nothing.test(text) ? '' : text
}

export interface Place {
  /** For people: `srv-1:443/tcp /login`. */
  readonly shown: string
  /** The host by its first name, and the rest: identifies a place as long as hosts keep their names. */
  readonly main: readonly string[]
  /** Every cell: a host by all its names. */
  readonly whole: readonly string[]
}

type PlaceField = Extract<FindingField, 'host' | 'port' | 'protocol' | 'place'>

const hostAndPort = (host: string, port: string, protocol: string): string => {
  const named = host.includes(':') && port !== '' && !host.startsWith('[') ? `[${host}]` : host
  return [named, port && `:${port}`, protocol && `/${protocol}`].join('')
}

/** If one column does not name the host, the next one does; ports, paths and resources each count. */
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
