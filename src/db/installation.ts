import type pg from 'pg'
import { createIds } from '#lib/ids.ts'
import { release } from '#lib/version.ts'
import { statement } from './statement.ts'

/** The data that an install stores about itself. */
export interface Installation {
  readonly id: string
  /**
   * The release, as `major.minor`, that only warns about connections without TLS; undefined if the install has rejected
   * them from the start.
   */
  readonly warnedBy: string | undefined
}

interface Row {
  id: string | null
  upgraded: boolean
  warned_by: string | null
}

/** The data that a starting server records: an id for a new install, and the release of this program. */
export interface InstallationClaim {
  readonly id: string
  readonly release: string
}

export const claimAt = (now: number): InstallationClaim => ({ id: createIds().next('ins', now), release })

const claimSql = `
  update installation set id = coalesce(id, $1),
         warned_by = case when upgraded then coalesce(warned_by, $2) end
   where id is null or (upgraded and warned_by is null)`

const toInstallation = ({ id, warned_by }: Pick<Row, 'id' | 'warned_by'>): Installation => {
  if (id === null) throw new Error('the install has no id: no start has prepared this database')
  return { id, warnedBy: warned_by ?? undefined }
}

/** Gives a new install its id, and records which release first warns in an upgraded one. Needs the owner's client. */
export const claimInstallation = async (
  client: pg.ClientBase,
  { id, release }: InstallationClaim,
): Promise<Installation> => {
  await client.query(claimSql, [id, release])
  const { rows } = await client.query<Row>('select id, warned_by from installation')
  if (!rows[0]) throw new Error('the row of installation is missing')
  return toInstallation(rows[0])
}

export const findInstallation = statement('find_installation', {}, 'select id, warned_by from installation_facts()')

/** Converts the result of `findInstallation`. Throws if the server has never started on this database. */
export const installationOf = ([row]: readonly Pick<Row, 'id' | 'warned_by'>[]): Installation => {
  if (!row) throw new Error('the row of installation is missing')
  return toInstallation(row)
}
