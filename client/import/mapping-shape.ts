/** The file formats of mappings: OSCAL 1.2 and later, and CISO Assistant. */
import { listOf, objectOf, text } from './shape.ts'

export interface MappedItem {
  readonly type?: string
  readonly 'id-ref': string
}

export interface ControlMap {
  readonly relationship: string
  readonly sources?: readonly MappedItem[]
  readonly targets?: readonly MappedItem[]
}

interface Resource {
  readonly href?: string
}

interface OscalMapping {
  readonly 'source-resource'?: Resource
  readonly 'target-resource'?: Resource
  readonly maps?: readonly ControlMap[]
}

interface Collection {
  readonly 'mapping-collection'?: { readonly mappings?: readonly OscalMapping[] }
}

const ignored = ['uuid', 'metadata', 'provenance', 'method', 'matching-rationale', 'status', 'back-matter', '$schema']

const item = objectOf<MappedItem>(() => ({ type: text, 'id-ref': text }), { required: ['id-ref'] })

const controlMap = objectOf<ControlMap>(() => ({ relationship: text, sources: listOf(item), targets: listOf(item) }), {
  ...{ name: 'map', required: ['relationship'] },
  ignored: [...ignored, 'ns', 'props', 'links'],
})

const resource = objectOf<Resource>(() => ({ href: text }))

const mapping = objectOf<OscalMapping>(
  () => ({ 'source-resource': resource, 'target-resource': resource, maps: listOf(controlMap) }),
  { name: 'mapping', ignored },
)

export const collectionOf = objectOf<Collection>(() => ({
  'mapping-collection': objectOf(() => ({ mappings: listOf(mapping) }), { name: 'collection', ignored }),
}))

interface RequirementMapping {
  readonly source_requirement_urn: string
  readonly target_requirement_urn: string
  readonly relationship: string
}

interface MappingSet {
  readonly source_framework_urn: string
  readonly target_framework_urn: string
  readonly requirement_mappings?: readonly RequirementMapping[]
}

const requirementMapping = objectOf<RequirementMapping>(
  () => ({ source_requirement_urn: text, target_requirement_urn: text, relationship: text }),
  { name: 'mapping', required: ['source_requirement_urn', 'target_requirement_urn', 'relationship'] },
)

export const mappingSet = objectOf<MappingSet>(
  () => ({
    source_framework_urn: text,
    target_framework_urn: text,
    requirement_mappings: listOf(requirementMapping),
  }),
  {
    ...{ name: 'mapping set', required: ['source_framework_urn', 'target_framework_urn'] },
    ignored: ['urn', 'ref_id', 'name', 'description', 'translations'],
  },
)
