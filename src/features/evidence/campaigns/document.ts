import { type Static, type TEnum, type TString, type TUnsafe, Type } from 'typebox'
import type { ChoiceKind } from '#family/choice-source.ts'
import { DescriptionField, KeyField, keyFieldOf, type Noun, noun } from '#family/noun.ts'
import { person, refersTo } from '#family/reference.ts'
import { parameterOf } from '#family/table.ts'
import { view } from '#family/view.ts'
import { changeEndpoint } from '#http/endpoint.ts'
import { Refusal } from '#http/errors.ts'
import { nameOf } from '#http/name-of.ts'
import { Rendered } from '#http/rendered.ts'
import { Id, Line, Nullable } from '#http/schema.ts'
import type { Sentence } from '#lib/sentence.ts'
import type { CampaignKind } from './kind.ts'
import { ownerCheck } from './require-owner.ts'
import { requireNoneRunning } from './start.ts'

type Fields<Name extends string> = { [Field in `${Uncapitalize<Name>}Key`]: TString } & {
  title: TString
  description: TString
  status: TEnum<['draft', 'active', 'retired']>
  ownerId: TUnsafe<string | null>
  currentVersionId: TUnsafe<string | null>
}

interface DocumentDeclaration<Name extends string> {
  readonly name: Name
  readonly prefix: string
  readonly versionPrefix: string
  readonly tag: string
  readonly choice: ChoiceKind
  /** The campaigns about the document. */
  readonly campaigns: CampaignKind
  /** The usual next step after creating one: `announce its first version`. */
  readonly next: string
  /** The refusal of a change to a retired document. */
  readonly retired: Sentence
}

const createNoun = <Name extends string>(
  declaration: DocumentDeclaration<Name>,
  requireInUse: (document: { readonly status: string }) => void,
): Noun<Fields<Name>> => {
  const { name, prefix, versionPrefix, tag, choice, campaigns, next } = declaration
  return noun<Fields<Name>>({
    ...{ name, prefix, tag, choice },
    fields: Object({
      [keyFieldOf(name)]: KeyField(),
      title: Line(500),
      description: DescriptionField,
      status: Type.Enum(['draft', 'active', 'retired'], {
        description: 'Active once its first version is published; `retired` is final.',
      }),
      ownerId: Nullable(refersTo(person, ownerCheck(campaigns))),
      currentVersionId: Nullable(Id(versionPrefix)),
    }),
    writes: {
      sets: Object({ status: 'draft', currentVersionId: null }),
      next,
      check: {
        on: 'update',
        errors: ['unprocessable'],
        run: (_, before) => requireInUse(Object(before)),
      },
    },
  })
}

/**
 * Declares a document whose content is in versions. A draft comes into force when a person who did not contribute to it
 * publishes it. Campaigns ask people about the version in force. Returns the family, its view, and the endpoint that
 * retires a document.
 */
export const versionedDocument = <Name extends string>(declaration: DocumentDeclaration<Name>) => {
  const { campaigns, retired } = declaration
  /** Throws a 422 if the document is retired. The only change still allowed is to withdraw a draft. */
  const requireInUse = ({ status }: { readonly status: string }): void => {
    if (status === 'retired') throw new Refusal('unprocessable', retired)
  }
  const document = createNoun(declaration, requireInUse)
  const { name, label, table, plural, tag, records } = document
  const { params, parameter, idOf } = parameterOf(document)

  const documentView = view(document, records, {
    with: 'owner and current version',
    joins: {
      ownerName: { schema: Nullable(Type.String()), sql: nameOf(`${table}.owner_id`) },
      currentVersionNumber: {
        schema: Nullable(Type.Integer({ minimum: 1 })),
        sql: `(select v.number from ${table}_version v where v.organization_id = :organization
                  and v.id = ${table}.record::json ->> 'currentVersionId')`,
      },
    },
    list: `/${plural}`,
    detail: `/${plural}/{${parameter}}`,
  })

  const retire = changeEndpoint({
    name: `retire${name}`,
    summary: `Permanently retire a ${label} that is no longer in use`,
    tag,
    method: 'POST',
    workspace: { path: `/${plural}/{${parameter}}/retire`, roles: ['admin'] },
    status: 200,
    action: `${table}.retire`,
    params,
    response: document.record,
    errors: ['not_found', 'unprocessable'],
    async run(change, { params }) {
      const current = await records.lock(change, idOf(params))
      requireInUse(Object(current.fields))
      await requireNoneRunning(change, campaigns, current.id)
      const changed = records.update(change, current, Object({ status: 'retired' }))
      change.audit(current.id, { before: current.record, after: changed.record })
      return new Rendered(changed.record)
    },
  })

  return { document, requireInUse, find: documentView.find, endpoints: [...documentView.endpoints, retire] }
}

/** The record of a versioned document. */
export type DocumentRecord<Document extends { readonly document: Noun<Fields<string>> }> = Static<
  Document['document']['record']
>
