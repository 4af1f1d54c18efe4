import type { ApiResponse } from '#test/system.ts'
import { must, type TestSession, type World } from './world.ts'

/** Creates a record once per walk, by any account that needs it. This does not count as a contribution. */
export const createOnce = async (
  w: World,
  name: string,
  make: () => Promise<string | undefined>,
): Promise<string | undefined> => {
  const cached = w.shared.get(name) ?? (await make())
  if (cached) w.shared.set(name, cached)
  return cached
}

export const idOf = ({ status, body }: ApiResponse): string | undefined => (status === 201 ? body.id : undefined)

export const makeFramework = (w: World, by: TestSession, frameworkKey: string, length: number) =>
  createOnce(w, `framework ${frameworkKey}`, async () => {
    const fields = { frameworkKey, title: frameworkKey, status: 'active' }
    const id = idOf(await w.ask(by, 'POST', '/frameworks', fields))
    if (!id) return undefined
    const clauses = Array.from({ length }, (_, i) => ({ clauseKey: `${i}`, title: `Clause ${i}` }))
    must(await w.ask(by, 'POST', `/frameworks/${id}/clauses`, { clauses }), 200)
    const { body } = await w.ask(by, 'GET', `/frameworks/${id}/clauses?limit=100`)
    w.shared.set(`clauses ${frameworkKey}`, body.clauses.map((clause: { id: string }) => clause.id).join(' '))
    return id
  })

/** A framework whose clauses are excluded or linked, each of them once. */
const frameworkOf = (w: World, by: TestSession) => makeFramework(w, by, 'F', 60)

/** Returns the next clause that has not been used. */
export const nextClause = async (w: World, by: TestSession): Promise<string | undefined> => {
  const frameworkId = await frameworkOf(w, by)
  if (!frameworkId) return undefined
  const nextIndex = Number(w.shared.get('clauses used') ?? 0)
  w.shared.set('clauses used', String(nextIndex + 1))
  return w.shared.get('clauses F')?.split(' ')[nextIndex]
}

export const controlOf = async (w: World, by: TestSession) =>
  idOf(await w.ask(by, 'POST', '/controls', { controlKey: w.next('C'), title: 'Backups', status: 'active' }))
