/** Finds the columns of a table of findings by their headings. */
import { findColumn, mapColumns, normalizeHeading } from '#client/import/columns.ts'
import type { Row, Table } from '#client/import/table.ts'
import { UnreadableFile } from '#client/import/unreadable-file.ts'

/** The accepted headings of each field, without case, spaces and accents, in order of precedence. */
const headings = {
  title: [
    ...['title', 'name', 'nvtname', 'pluginname', 'checktitle', 'findingtitle', 'vulnerabilityname', 'vulnname'],
    ...[
      'titletext',
      'vulntitle',
      'vulnerabilitytitle',
      'definitionname',
      'recommendationdisplayname',
      'recommendationname',
    ],
    ...['threatname', 'weaknessname', 'testdesc', 'detailedname', 'requirement'],
    ...['finding', 'summary', 'vulnerability', 'issue', 'issuename', 'alert', 'problem', 'subject'],
    ...['titel', 'bezeichnung', 'feststellung'],
  ],
  severity: [
    ...['severity', 'severitylevel', 'severityrating', 'findingseverity', 'checkseverity', 'vulnerabilityseverity'],
    ...[
      'vulnseverity',
      'cveseverity',
      'threatseverity',
      'vendorseverity',
      'cvssseverity',
      'qseverity',
      'risk',
      'riskrating',
      'risklevel',
      'riskfactor',
      'threat',
    ],
    ...['threatlevel', 'rating', 'criticality', 'priority', 'schweregrad', 'risiko', 'prioritat'],
  ],
  score: [
    ...[
      'cvss',
      'cvssscore',
      'cvssbasescore',
      'basescore',
      'score',
      'cvss4',
      'cvssv4',
      'cvssv4score',
      'cvssv40basescore',
    ],
    ...['cvss3', 'cvssv3', 'cvss3score', 'cvssv3score', 'cvssv31basescore', 'cvssv30basescore', 'cvssv3basescore'],
    ...[
      'cvss3base',
      'cvss3basescore',
      'cvss2',
      'cvssv2',
      'cvss2score',
      'cvssv20basescore',
      'cvssv2basescore',
      'cvssbase',
    ],
    ...[
      'cvssvector',
      'cvssv4vector',
      'cvssv3vector',
      'cvssv2vector',
      'cvss3vector',
      'vector',
      'vectorstring',
      'securityseverity',
    ],
  ],
  description: ['description', 'details', 'detail', 'text', 'statusextended', 'synopsis', 'beschreibung'],
  id: [
    ...['id', 'findingid', 'findinguid', 'issueid', 'key', 'issuekey', 'reference', 'ref', 'uniqueid'],
    ...['nr', 'no', 'number', 'kennung'],
  ],
  rule: [
    ...[
      'rule',
      'ruleid',
      'rulename',
      'rulecode',
      'titleid',
      'recommendationid',
      'testnumber',
      'definitionid',
      'check',
      'checkid',
      'checkname',
      'plugin',
      'pluginid',
      'templateid',
      'qid',
    ],
    ...['nvtoid', 'oid', 'testid', 'queryid', 'vulnid', 'vulnerabilityid', 'cve', 'cves', 'cveid', 'cwe', 'cweid'],
    ...['advisory', 'ghsa', 'control', 'controlid', 'regel'],
  ],
  host: [
    ...['assethostname', 'assetdisplayfqdn', 'assetdisplayipv4address', 'assetdisplayipv6address', 'assetnetbiosname'],
    ...['host', 'hostname', 'hosts', 'fqdn', 'fqdnip', 'hostip', 'dns', 'dnsname', 'domain', 'domainname', 'netbios'],
    ...['netbiosname', 'computer', 'computername', 'machine', 'machinename', 'device', 'devicename', 'server'],
    ...['servername', 'node', 'nodename', 'asset', 'assetname', 'assetid', 'target', 'system', 'endpoint'],
    ...['ip', 'ipaddress', 'ipaddresses', 'ipv4', 'ipv4address', 'ipv6', 'ipv6address', 'hostipaddress', 'address'],
    ...['mac', 'macaddress', 'rechner', 'rechnername', 'ipadresse', 'zielsystem', 'ziel'],
  ],
  port: ['port', 'portnumber', 'dstport', 'destinationport'],
  protocol: ['protocol', 'portprotocol', 'proto', 'protokoll', 'transport'],
  place: [
    ...['place', 'location', 'locationpath', 'targeturl', 'browserurl', 'accountnum', 'tag', 'containers', 'clusters'],
    ...[
      'packages',
      'packageversion',
      'cvecontainerimage',
      'cvecausedbypackage',
      'cloudaccountid',
      'nodename',
      'inventory',
    ],
    ...['place', 'service', 'servicename', 'url', 'uri', 'path', 'file', 'filename', 'filepath'],
    ...['resource', 'resourcename', 'resourceid', 'resourceuid', 'resourcearn', 'resourcetype', 'arn', 'object'],
    ...['image', 'imagename', 'imageid', 'container', 'containername', 'repository', 'repo', 'project', 'projectname'],
    ...['artifact', 'artifactname', 'package', 'packagename', 'pkg', 'pkgname', 'packagepath', 'pkgpath', 'purl'],
    ...['library', 'module', 'dependency', 'dependencyname', 'component', 'componentname', 'product', 'productname'],
    ...['class', 'classname', 'method', 'function', 'parameter', 'param', 'account', 'accountid', 'accountuid'],
    ...['subscription', 'subscriptionid', 'region', 'cluster', 'namespace', 'instance', 'instanceid', 'database'],
    ...['application', 'app', 'site', 'ort', 'datei', 'dateiname', 'pfad', 'dienst', 'anwendung', 'komponente'],
  ],
  status: [
    ...[
      'status',
      'state',
      'substate',
      'resolution',
      'resolutionreason',
      'result',
      'outcome',
      'testresult',
      'checkresult',
    ],
    ...['findingstatus', 'remediationstatus', 'issuestatus', 'vulnerabilitystatus', 'zustand', 'ergebnis'],
  ],
  aside: [
    ...['muted', 'ismuted', 'suppressed', 'issuppressed', 'ignored', 'isignored', 'riskaccepted', 'accepted'],
    ...['falsepositive', 'isfalsepositive', 'dismissed', 'excluded', 'waived', 'whitelisted', 'allowlisted'],
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type FindingField = keyof typeof headings
export const findingFields = Object.keys(headings) as readonly FindingField[]

/** Headings for fixed versions. In a table with one of them, the status “fixed” only means that a fix exists. */
const fixVersions = new Set([
  ...['fixversion', 'fixedversion', 'fixversions', 'fixedversions', 'fixedin', 'fixedinversion', 'fixavailable'],
  ...['patchedversions', 'patchedversion', 'firstpatchedversion', 'fixedby'],
])

/** `field=heading`, as typed. */
export type ChosenHeadings = Readonly<Partial<Record<FindingField, string>>>

export interface FindingColumns {
  readonly headings: readonly string[]
  /** The columns of each field, best first, from 0. */
  readonly columns: Readonly<Record<FindingField, readonly number[]>>
  /** The headings of columns that have content but are not read. */
  readonly unread: readonly string[]
  readonly hasFixVersion: boolean
  /** The rows below the headings. */
  readonly rows: readonly Row[]
}

const columnsOf = (cells: readonly string[]): Record<FindingField, number[]> => {
  const names = cells.map(normalizeHeading)
  const entries = findingFields.map(field => {
    const ranked = names.flatMap((name, column) => {
      const rank = (headings[field] as readonly string[]).indexOf(name)
      return rank < 0 ? [] : [{ column, rank }]
    })
    return [field, ranked.sort((a, b) => a.rank - b.rank || a.column - b.column).map(({ column }) => column)] as const
  })
  return Object.fromEntries(entries) as Record<FindingField, number[]>
}

/** Lists the headings of columns that have content but are not read. */
const unreadOf = (cells: readonly string[], read: ReadonlySet<number>, rows: readonly Row[]): string[] =>
  cells.flatMap((heading, column) => {
    const isEmpty = read.has(column) || !rows.some(row => (row.cells[column] ?? '').trim() !== '')
    return isEmpty ? [] : [heading.trim() || `column ${column + 1}`]
  })

/**
 * Finds the headings of a table and the columns of its fields. A heading that a person typed replaces the columns of
 * its field. Throws {@link UnreadableFile}.
 */
export const findColumns = (table: Table, chosenHeadings: ChosenHeadings): FindingColumns => {
  const chosenEntries = Object.entries(chosenHeadings) as [FindingField, string][]
  const extraHeadings = Object.fromEntries(
    chosenEntries.map(([field, heading]) => [field, [...headings[field], normalizeHeading(heading)]]),
  )
  const { headings: cells, rows } = mapColumns<FindingField>(table, { ...headings, ...extraHeadings })
  const chosenColumns = Object.fromEntries(
    chosenEntries.map(([field, heading]) => [field, [findColumn(cells, heading)]]),
  )
  const usedColumns = new Set(Object.values(chosenColumns).flat())
  const columnsByField = columnsOf(cells)
  for (const field of findingFields)
    columnsByField[field] = columnsByField[field].filter(column => !usedColumns.has(column))
  const columns = { ...columnsByField, ...chosenColumns }
  // Without titles, rule names serve as titles.
  if (columns.title.length === 0) columns.title = columns.rule
  if (columns.title.length === 0 || columns.severity.length + columns.score.length === 0)
    throw new UnreadableFile('noFindingColumns')
  return {
    headings: cells,
    columns,
    unread: unreadOf(cells, new Set(Object.values(columns).flat()), rows),
    hasFixVersion: cells.some(cell => fixVersions.has(normalizeHeading(cell))),
    rows,
  }
}
