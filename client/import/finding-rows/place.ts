/** Reads the location of a finding in a row: host, port and other location columns. */
import { lineOf } from '#client/import/text.ts'
import type { FindingField } from './headings.ts'

/** Placeholders for an empty cell. */
const placeholder = /^(?:\(?null\)?|nil|none|nan|undefined|n\/?a|-+)$/i

/** Returns the text of a cell; empty if it contains only a placeholder. */
export const cellText = (cells: readonly string[], column: number | undefined): string => {
  const text = lineOf(cells[column ?? -1] ?? '')
  return placeholder.test(text) ? '' : text
}

export interface Place {
  /** The text for people, such as `srv-1:443/tcp /login`. */
  readonly shown: string
  /** The first name of the host and the other parts, which identify the place while hosts keep their names. */
  readonly main: readonly string[]
  /** All location cells, with all names of the host. */
  readonly whole: readonly string[]
}

type PlaceField = Extract<FindingField, 'host' | 'port' | 'protocol' | 'place'>

const hostAndPort = (host: string, port: string, protocol: string): string => {
  const hostText = host.includes(':') && port !== '' && !host.startsWith('[') ? `[${host}]` : host
  return [hostText, port && `:${port}`, protocol && `/${protocol}`].join('')
}

/** Reads the place in a row: host, port and protocol from their first non-empty columns, other parts from all. */
export const placeIn = (cells: readonly string[], columns: Readonly<Record<PlaceField, readonly number[]>>): Place => {
  const texts = (field: PlaceField) => columns[field].map(column => cellText(cells, column))
  const [hosts, ports, protocols, others] = [texts('host'), texts('port'), texts('protocol'), texts('place')]
  const [host = '', port = '', protocol = ''] = [hosts, ports, protocols].map(values => values.find(Boolean))
  const rest = [...new Set(others.filter(Boolean))]
  return {
    shown: [hostAndPort(host, port, protocol), ...rest.filter(text => text !== host)].filter(Boolean).join(' '),
    main: [host, port, protocol, ...rest].filter(Boolean),
    whole: [...hosts, ...ports, ...protocols, ...rest].filter(Boolean),
  }
}
