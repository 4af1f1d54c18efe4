/** Readers of the types in `oscal-model.ts`. */
import type {
  Addition,
  Alter,
  Catalog,
  Control,
  CustomGroup,
  Group,
  Import,
  Insertion,
  Merge,
  OscalFile,
  Param,
  Part,
  Profile,
  Prop,
  Removal,
  Resource,
  Selection,
  SetParameter,
} from './oscal-model.ts'
import { anything, listOf, objectOf, type Reader, text } from './shape.ts'

const texts = listOf(text)

const prop = objectOf<Prop>(() => ({ name: text, value: text, ns: text, class: text }))

const part: Reader<Part> = objectOf<Part>(
  () => ({
    ...{ id: text, name: text, ns: text, class: text, title: text, prose: text },
    ...{ parts: listOf(part), props: listOf(prop) },
  }),
  { name: 'part' },
)

const words = {
  label: text,
  select: objectOf<NonNullable<Param['select']>>(() => ({ 'how-many': text, choice: texts })),
  values: texts,
  constraints: listOf(objectOf<{ readonly description?: string }>(() => ({ description: text }))),
}

const param = objectOf<Param>(() => ({ ...words, id: text, class: text }), {
  name: 'parameter',
  required: ['id'],
  ignored: ['props', 'links', 'usage', 'guidelines', 'remarks', 'depends-on'],
})

const control: Reader<Control> = objectOf<Control>(
  () => ({
    ...{ id: text, title: text, class: text },
    ...{ props: listOf(prop), params: listOf(param), parts: listOf(part), controls: listOf(control) },
  }),
  { name: 'control', required: ['id'] },
)

const level = { id: text, title: text, class: text, props: listOf(prop), params: listOf(param), parts: listOf(part) }

const group: Reader<Group> = objectOf<Group>(() => ({ ...level, groups: listOf(group), controls: listOf(control) }), {
  name: 'group',
})

const catalog: Reader<Catalog> = objectOf<Catalog>(
  () => ({ ...level, uuid: text, groups: listOf(group), controls: listOf(control) }),
  { name: 'catalog', ignored: ['metadata', '$schema'] },
)

const selection = objectOf<Selection>(
  () => ({
    'with-child-controls': text,
    'with-parent-controls': text,
    'with-ids': texts,
    matching: listOf(objectOf<{ readonly pattern?: string }>(() => ({ pattern: text }))),
  }),
  { name: 'selection' },
)

const selections = {
  'include-all': anything,
  'include-controls': listOf(selection),
  'exclude-controls': listOf(selection),
}

const import_ = objectOf<Import>(() => ({ ...selections, href: text, mapping: anything }), { name: 'import' })
const insertion = objectOf<Insertion>(() => ({ ...selections, order: text }), { name: 'insertion' })

const customGroup: Reader<CustomGroup> = objectOf<CustomGroup>(
  () => ({ ...level, uuid: text, groups: listOf(customGroup), 'insert-controls': listOf(insertion) }),
  { name: 'group' },
)

const merge = objectOf<Merge>(
  () => ({
    combine: objectOf<{ readonly method?: string }>(() => ({ method: text })),
    flat: anything,
    'as-is': anything,
    custom: customGroup,
  }),
  { name: 'merge' },
)

const setParameter = objectOf<SetParameter>(() => ({ ...words, 'param-id': text }), {
  required: ['param-id'],
})

const removal = objectOf<Removal>(
  () => ({ 'by-name': text, 'by-class': text, 'by-id': text, 'by-item-name': text, 'by-ns': text }),
  { name: 'removal', ignored: ['remarks'] },
)

const addition = objectOf<Addition>(
  () => ({
    ...{ position: text, 'by-id': text, title: text },
    ...{ params: listOf(param), props: listOf(prop), parts: listOf(part) },
  }),
  { name: 'addition' },
)

const alter = objectOf<Alter>(() => ({ 'control-id': text, removes: listOf(removal), adds: listOf(addition) }), {
  name: 'alteration',
  required: ['control-id'],
})

const resource = objectOf<Resource>(() => ({
  uuid: text,
  rlinks: listOf(objectOf<{ readonly href?: string }>(() => ({ href: text }))),
}))

const profile = objectOf<Profile>(
  () => ({
    uuid: text,
    imports: listOf(import_),
    merge,
    modify: objectOf(() => ({ 'set-parameters': listOf(setParameter), alters: listOf(alter) }), { name: 'modify' }),
    'back-matter': objectOf(() => ({ resources: listOf(resource) })),
  }),
  { name: 'profile', ignored: ['metadata', '$schema'] },
)

/** A file with a catalog or a profile at the top. */
export const oscalFile = objectOf<OscalFile>(() => ({ catalog, profile }))
