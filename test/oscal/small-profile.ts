import { readClauseFile } from '#client/import/read.ts'

export const file = (name: string, content: unknown) => ({
  name,
  bytes: new TextEncoder().encode(JSON.stringify(content)),
})

/** Reads the clauses of a profile that refers to a catalog. */
export const read = (profile: object, catalog: unknown) =>
  readClauseFile(file('profile.json', { profile }), { catalogs: [file('catalog.json', catalog)] })

export const text = (id: string, prose: string) => ({ id: `${id}_smt`, name: 'statement', prose })
export const control = (id: string, more: object = {}) => ({
  id,
  title: id.toUpperCase(),
  parts: [text(id, `Do ${id}.`)],
  ...more,
})
const child = (id: string, ...controls: object[]) => control(id, { controls })
/** A catalog with nested controls, top-level parameters, and a group that profiles always keep. */
export const catalog = {
  catalog: {
    params: [{ id: 'who', label: 'people' }],
    groups: [
      {
        id: 'a',
        title: 'First',
        params: [{ id: 'often', label: 'period' }],
        controls: [
          child('a-1', child('a-1.1', control('a-1.1.1')), control('a-1.2')),
          control('a-2', {
            params: [{ id: 'a-2_p', select: { choice: ['daily', 'each {{ insert: param, often }}'] } }],
            parts: [
              text('a-2', 'Tell {{ insert: param, who }} {{ insert: param, a-2_p }}.'),
              { id: 'a-2_gdn', name: 'guidance', prose: 'Why' },
            ],
          }),
        ],
      },
      { id: 'b', title: 'Second', controls: [control('b-1'), control('b-10')] },
      { id: 'c', title: 'Kept', props: [{ name: 'keep', value: 'always' }] },
    ],
    controls: [control('z-1')],
  },
}
export const ids = (...controlIds: string[]) => ({ 'with-ids': controlIds })
/** Returns a profile's import of these controls. */
export const importOf = (...controls: object[]) => ({ href: '#c', 'include-controls': controls })
export const asIs = { 'as-is': true }
