import type { AllServices } from '#http/call.ts'
import type { Endpoint } from '#http/endpoint.ts'
import { randomToken } from '#lib/ids.ts'
import { createAct } from './act.ts'
import { closeSample } from './close-sample.ts'
import { findSample, findSamplePeople } from './queries.ts'
import type { Cast } from './story/cast.ts'
import { administratorAddress, sampleOrganization } from './story/people.ts'
import { tellStory } from './story/tell-story.ts'
import { type SampleLanguage, storyWords } from './story/words.ts'
import { inOperatingTrail } from './trail.ts'

export interface SampleParts {
  readonly services: AllServices
  readonly endpoints: readonly Endpoint[]
  /** Applies a provisioning file of organizations that do not exist yet. */
  provision(file: object): Promise<unknown>
}

export interface CreatedSample {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly email: string
  /** Shown once. */
  readonly password: string
}

const byOperator = { name: 'the operator', reason: 'npx probata sample' }

const requireSample = async ({ db }: AllServices) => {
  const [sample] = await db.readInstall(findSample, {})
  if (sample) return sample
  throw new Error('There is no sample workspace. `npx probata sample create` creates one.')
}

const readCast = async ({ db }: AllServices, organizationId: string): Promise<Cast> => {
  const people = await db.read(organizationId, findSamplePeople, {})
  const find = (name: string) => {
    const person = people.find(({ email }) => email?.startsWith(`${name}@`))
    if (!person) throw new Error(`${name} is not in the sample`)
    return { id: person.id, role: person.role }
  }
  return { adam: find('adam'), rita: find('rita'), olga: find('olga'), carl: find('carl') }
}

/**
 * Creates the sample workspace of the install and fills it with texts in a language. If two calls create it at the same
 * time, provisioning refuses the second call before it changes anything. Only the administrator can sign in, and the
 * password is not known before the sample is complete. A sample that cannot be completed is closed again; if the
 * process dies first, `sample close` removes it. Throws an error that the operator can read.
 */
export const createSampleWorkspace = async (
  { services, endpoints, provision }: SampleParts,
  slug: string,
  language: SampleLanguage = 'en',
): Promise<CreatedSample> => {
  const [existing] = await services.db.readInstall(findSample, {})
  if (existing)
    throw new Error(`The sample workspace ${existing.slug} exists. \`npx probata sample close\` removes it.`)
  const password = randomToken()
  const now = services.clock.now()
  const words = storyWords[language]
  await provision({ organizations: [sampleOrganization({ slug, password, now, words })] })
  const sample = await requireSample(services)
  try {
    const act = createAct(services, endpoints, { organizationId: sample.id, reason: words.reason })
    await tellStory(act, { cast: await readCast(services, sample.id), language, words }, now)
  } catch (error) {
    await closeSample(services, sample, byOperator)
    throw error
  }
  await inOperatingTrail(services, byOperator, { action: 'sample.create', sample }, async () => true)
  return { ...sample, email: administratorAddress, password }
}

/** Closes the sample workspace of the install. Throws an error that the operator can read. */
export const closeSampleOfInstall = async ({ services }: Pick<SampleParts, 'services'>) => {
  const sample = await requireSample(services)
  await closeSample(services, sample, byOperator)
  return sample
}
