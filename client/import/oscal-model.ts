/** The fields of NIST OSCAL catalogs and profiles (1.0 to 1.2) that are read. */

export interface Prop {
  readonly name?: string
  readonly value?: string
  readonly ns?: string
  readonly class?: string
}

export interface Part {
  readonly id?: string
  readonly name?: string
  readonly ns?: string
  readonly class?: string
  readonly title?: string
  readonly prose?: string
  readonly parts?: readonly Part[]
  readonly props?: readonly Prop[]
}

/** The fields of a parameter, which a profile can also set. */
interface ParamWords {
  readonly label?: string
  readonly select?: { readonly 'how-many'?: string; readonly choice?: readonly string[] }
  readonly values?: readonly string[]
  readonly constraints?: readonly { readonly description?: string }[]
}

export interface Param extends ParamWords {
  readonly id: string
  readonly class?: string
}

export interface Control {
  readonly id: string
  readonly title?: string
  readonly class?: string
  readonly props?: readonly Prop[]
  readonly params?: readonly Param[]
  readonly parts?: readonly Part[]
  readonly controls?: readonly Control[]
}

export interface Group {
  readonly id?: string
  readonly title?: string
  readonly class?: string
  readonly props?: readonly Prop[]
  readonly parts?: readonly Part[]
  readonly params?: readonly Param[]
  readonly groups?: readonly Group[]
  readonly controls?: readonly Control[]
}

/** A catalog has groups, controls and parameters, like a group. */
export interface Catalog extends Group {
  readonly uuid?: string
}

export interface Selection {
  readonly 'with-child-controls'?: string
  /** From a draft of OSCAL 1.0. Has no effect, because parent controls are always included. */
  readonly 'with-parent-controls'?: string
  readonly 'with-ids'?: readonly string[]
  readonly matching?: readonly { readonly pattern?: string }[]
}

/** A selection of controls, in an import or in an insertion of a custom structure. */
export interface Selections {
  readonly 'include-all'?: unknown
  readonly 'include-controls'?: readonly Selection[]
  readonly 'exclude-controls'?: readonly Selection[]
}

export interface Import extends Selections {
  readonly href?: string
  readonly mapping?: unknown
}

export interface Insertion extends Selections {
  readonly order?: string
}

export interface CustomGroup extends Omit<Group, 'groups' | 'controls'> {
  readonly uuid?: string
  readonly groups?: readonly CustomGroup[]
  readonly 'insert-controls'?: readonly Insertion[]
}

export interface Merge {
  readonly combine?: { readonly method?: string }
  readonly flat?: unknown
  readonly 'as-is'?: unknown
  readonly custom?: CustomGroup
}

export interface SetParameter extends ParamWords {
  readonly 'param-id': string
}

export interface Removal {
  readonly 'by-name'?: string
  readonly 'by-class'?: string
  readonly 'by-id'?: string
  readonly 'by-item-name'?: string
  readonly 'by-ns'?: string
}

export interface Addition {
  readonly position?: string
  readonly 'by-id'?: string
  readonly title?: string
  readonly params?: readonly Param[]
  readonly props?: readonly Prop[]
  readonly parts?: readonly Part[]
}

export interface Alter {
  readonly 'control-id': string
  readonly removes?: readonly Removal[]
  readonly adds?: readonly Addition[]
}

/** A document that other parts of a profile refer to by its identifier. */
export interface Resource {
  readonly uuid?: string
  readonly rlinks?: readonly { readonly href?: string }[]
}

export interface Modify {
  readonly 'set-parameters'?: readonly SetParameter[]
  readonly alters?: readonly Alter[]
}

export interface Profile {
  readonly uuid?: string
  readonly imports?: readonly Import[]
  readonly merge?: Merge
  readonly modify?: Modify
  readonly 'back-matter'?: { readonly resources?: readonly Resource[] }
}

export interface OscalFile {
  readonly catalog?: Catalog
  readonly profile?: Profile
}

/** The maximum nesting depth. It exceeds that of any real catalog; deeper files are rejected. */
export const maxDepth = 20
