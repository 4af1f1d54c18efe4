import { readFile, stat } from 'node:fs/promises'
import { install, type Transaction } from '#db/database.ts'
import { violatedConstraint } from '#db/sql-error.ts'
import { currentRow } from '#family/bound.ts'
import { system } from '#http/access.ts'
import { type AllServices, beginCall, type Change, change } from '#http/call.ts'
import { iso } from '#lib/clock.ts'
import { fileFault } from '#lib/variable-values.ts'
import { type Apply, type Begin, type EntryOutcome, ProvisionError, type Section, Stale } from '#shared/provision.ts'
import { writeSecurityEvent } from '#shared/security-event.ts'
import { boundOrganization } from '#shared/settings.ts'
import { boundBindings, findFolder } from '#shared/storage-binding.ts'
import { applyHolidayPlace } from './apply-holiday-place.ts'
import { type OrganizationEntry, type PlacedEntry, type PlacedOrganization, readEntries } from './file.ts'
import {
  insertOrganization,
  lockOrganization,
  lockProvisioning,
  markOperator,
  organizationExists,
  updateOrganization,
} from './queries.ts'

/** A secret that was generated because the file omits it. */
interface RevealedSecret {
  /** The path of the entry, such as `organizations[0].users[2]`. */
  readonly path: string
  readonly kind: string
  readonly name: string
  readonly secret: string
}

export interface ProvisionResult {
  readonly secrets: readonly RevealedSecret[]
  /** The number of entries, including organizations, with each outcome. */
  readonly counts: Readonly<Record<EntryOutcome, number>>
}

interface PreparedOrganization {
  readonly organization: OrganizationEntry
  readonly entries: readonly { readonly path: string; readonly apply: Apply }[]
}

// libuv hashes on four threads; more concurrent entries would only queue for database connections.
const maxConcurrent = 4

const prepareEntries = async (
  services: AllServices,
  entries: readonly PlacedEntry[],
): Promise<PreparedOrganization['entries']> => {
  const prepared: { path: string; apply: Apply }[] = []
  for (let i = 0; i < entries.length; i += maxConcurrent) {
    const group = entries.slice(i, i + maxConcurrent).map(async ({ section, entry, place }) => {
      return { path: place.path, apply: await section.prepare(services, entry, place) }
    })
    prepared.push(...(await Promise.all(group)))
  }
  return prepared
}

const reason = 'provisioning file'

type Context = (organizationId: string) => Change & AllServices

/** Work to do for an organization after the commit. */
interface DeferredWork {
  readonly organizationId: string
  readonly work: (begin: Begin) => Promise<void>
}

const runDeferredWork = async (services: AllServices, deferred: readonly DeferredWork[]): Promise<void> => {
  for (const { organizationId, work } of deferred) {
    const requestId = services.ids.next('req', services.clock.now())
    const call = beginCall(services, system('provisioning', organizationId), requestId)
    const begin: Begin = run =>
      services.db.transaction(organizationId, tx => run(change(call, tx, 'provision', reason)))
    try {
      await work(begin)
    } catch (error) {
      services.log.warn({ event: 'provisioning_incomplete', organization: organizationId, error })
    }
  }
}

const auditOrganization = async ({ tx, organizationId, audit }: Change, action: string): Promise<void> => {
  const { content } = await currentRow(tx, boundOrganization, organizationId)
  audit(organizationId, { action, content })
}

const auditFolder = async ({ tx, audit }: Change): Promise<void> => {
  const [folder] = await tx.query(findFolder, {})
  if (!folder) return
  const { content } = await currentRow(tx, boundBindings, folder.id)
  audit(folder.id, { action: 'storage.binding.create', content, detail: 'with the workspace' })
}

const applyOrganization = async (
  tx: Transaction,
  createContext: Context,
  services: AllServices,
  { slug, name, webhookForm, timeZone, operator, secondPerson: secondPersonInput, sample }: OrganizationEntry,
): Promise<{ id: string; outcome: EntryOutcome }> => {
  const [existing] = await tx.query(lockOrganization, { slug })
  const now = services.clock.now()
  const id = existing?.id ?? services.ids.next('org', now)
  const form = webhookForm ?? existing?.webhook_form ?? 'unversioned'
  const zone = timeZone ?? existing?.time_zone ?? 'UTC'
  const isOperator = operator ?? existing?.operator ?? false
  const isSample = sample ?? existing?.sample ?? false
  if (existing && existing.sample !== isSample)
    throw new ProvisionError(`The workspace ${slug} exists: a workspace never becomes or stops being a sample`)
  // Files that predate this setting keep their meaning (decision 110).
  const secondPerson = secondPersonInput ?? existing?.second_person ?? false
  tx.rebind(id)
  const isSame = existing?.name === name && existing.webhook_form === form && existing.time_zone === zone
  if (isSame && existing.operator === isOperator && existing.second_person === secondPerson)
    return { id, outcome: 'unchanged' }
  if (existing) {
    tx.write(updateOrganization, { id, name, webhookForm: form, timeZone: zone, secondPerson })
    if (existing.second_person && !secondPerson)
      writeSecurityEvent(createContext(id), { type: 'fourEyesWeakened', context: {} })
    if (existing.operator !== isOperator) tx.write(markOperator, { asked: id, marked: isOperator })
    await auditOrganization(createContext(id), 'organization.update')
    return { id, outcome: 'updated' }
  }
  tx.write(insertOrganization, {
    ...{ id, slug, name, webhookForm: form, timeZone: zone },
    ...{ secondPerson, sample: isSample, createdAt: iso(now) },
  })
  if (isOperator) tx.write(markOperator, { asked: id, marked: true })
  await auditOrganization(createContext(id), 'organization.create')
  await auditFolder(createContext(id))
  return { id, outcome: 'created' }
}

const applyAll = (
  services: AllServices,
  prepared: readonly PreparedOrganization[],
  mustBeNew: boolean,
): Promise<ProvisionResult & { readonly deferred: readonly DeferredWork[] }> =>
  services.db.transaction(install, async tx => {
    const requestId = services.ids.next('req', services.clock.now())
    const createContext: Context = id =>
      change(beginCall(services, system('provisioning', id), requestId), tx, 'provision', reason)
    const secrets: RevealedSecret[] = []
    const deferred: DeferredWork[] = []
    const counts = { created: 0, updated: 0, unchanged: 0 }
    await tx.query(lockProvisioning, {})
    for (const { organization, entries } of prepared) {
      const { id, outcome: applied } = await applyOrganization(tx, createContext, services, organization)
      const hasNewPlace = await applyHolidayPlace(createContext(id), organization.slug, organization.holidayPlace)
      const outcome = applied === 'unchanged' && hasNewPlace ? 'updated' : applied
      if (mustBeNew && outcome !== 'created')
        throw new ProvisionError(`The workspace ${organization.slug} was created meanwhile; nothing was changed`)
      counts[outcome]++
      for (const { path, apply } of entries) {
        const reveal = (kind: string, name: string, secret: string) => secrets.push({ path, kind, name, secret })
        const defer = (work: DeferredWork['work']) => void deferred.push({ organizationId: id, work })
        const context = { ...createContext(id), reveal, later: defer, isNew: outcome === 'created' }
        counts[await apply(context)]++
      }
    }
    return { secrets, counts, deferred }
  })

const secondSample = new ProvisionError(
  'The install has a sample workspace, and one at most. `npx probata sample close` removes it',
)

const maxAttempts = 3
const isStale = (error: unknown): boolean =>
  error instanceof Stale || /_pkey$|_key$/.test(violatedConstraint(error) ?? '')

const prepareAll = async (
  services: AllServices,
  organizations: readonly PlacedOrganization[],
): Promise<PreparedOrganization[]> => {
  const prepared: PreparedOrganization[] = []
  for (const { organization, entries } of organizations)
    prepared.push({ organization, entries: await prepareEntries(services, entries) })
  return prepared
}

/**
 * Applies a provisioning file (docs/operating.md) in one transaction. This is idempotent by key and deletes nothing.
 * Fields that the file omits stay unchanged. With `mustBeNew`, rejects workspaces that exist. Returns the generated
 * secrets, which are stored nowhere. Throws a ProvisionError.
 */
export const applyProvisioning = async (
  services: AllServices,
  organizations: readonly PlacedOrganization[],
  mustBeNew = false,
): Promise<ProvisionResult> => {
  for (let attempt = 1; ; attempt++) {
    try {
      const { deferred, ...provisioned } = await applyAll(
        services,
        await prepareAll(services, organizations),
        mustBeNew,
      )
      services.identities.forget()
      await runDeferredWork(services, deferred)
      return provisioned
    } catch (error) {
      if (violatedConstraint(error) === 'organization_sample') throw secondSample
      if (attempt === maxAttempts || !isStale(error)) throw error
    }
  }
}

/** Calls `applyProvisioning` with a file's JSON text or its value. */
export const provision = async (
  services: AllServices,
  sections: readonly Section[],
  content: string | object,
  mustBeNew = false,
): Promise<ProvisionResult> => applyProvisioning(services, readEntries(sections, content), mustBeNew)

const maxBytes = 16 * 1024 * 1024

const readText = async (path: string): Promise<string> => {
  try {
    if ((await stat(path)).size <= maxBytes) return await readFile(path, 'utf8')
  } catch (error) {
    throw new ProvisionError(`The provisioning file ${path} ${fileFault(error)}`)
  }
  throw new ProvisionError(`The provisioning file ${path} is larger than ${maxBytes} bytes`)
}

/**
 * Reads a provisioning file of at most 16 MiB, without a database. Throws a ProvisionError whose lines name the file.
 */
export const readProvisioning = async (
  sections: readonly Section[],
  path: string,
): Promise<readonly PlacedOrganization[]> => {
  const text = await readText(path)
  try {
    return readEntries(sections, text)
  } catch (error) {
    if (!(error instanceof ProvisionError)) throw error
    const lines = error.message.split('\n')
    throw new ProvisionError(lines.map(line => `${path}: ${line}`).join('\n'))
  }
}

/** Creates the only organization of an install that starts for the first time without a provisioning file. */
export const createDefaultWorkspace = async (services: AllServices): Promise<void> => {
  const [organization] = await services.db.readInstall(organizationExists, {})
  if (organization?.present) return
  // This input needs no validation, and compiling the schema of a file takes 0.1 s.
  const workspace = { slug: 'workspace', name: 'Workspace', secondPerson: true }
  await applyProvisioning(services, [{ organization: workspace, entries: [] }])
}
