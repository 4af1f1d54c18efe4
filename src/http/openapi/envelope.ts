import { Type } from 'typebox'
import { type ErrorId, errors } from '#http/errors.ts'
import { Nullable, SentenceValues, Timestamp } from '#http/schema.ts'
import { versionField } from '#http/version.ts'

/** The value of `error` in the envelope of an error. */
export const identifierOf = (id: ErrorId): string => {
  const kind = errors[id]
  return 'error' in kind ? kind.error : id
}

const identifiers = [...new Set((Object.keys(errors) as ErrorId[]).map(identifierOf))]

const issue = {
  path: Type.Array(Type.Union([Type.String(), Type.Integer()]), {
    description: 'Property names and array indexes that lead to the field.',
  }),
  message: Type.String(),
}

/** The fields of a sentence for programs; see `lib/sentence.ts`. */
const coded = {
  code: Type.String({
    pattern: '^[a-z][a-z0-9_]*\\.[a-z][a-z0-9_]*$',
    description: 'Identifies the message. It stays the same when the wording changes.',
  }),
  values: SentenceValues('The values in the message, by name. Texts have at most 500 characters.'),
}

const issues = { description: 'The problems by field; always present with invalid_request.' }

const fields = {
  error: Type.Enum(identifiers, { description: 'A stable identifier for programs.' }),
  message: Type.String({ description: 'A text for people. Programs must not depend on it.' }),
  requiredScope: Type.Optional(Type.String({ description: 'With forbidden_scope: the scope that is missing.' })),
  secondFactor: Type.Optional(
    Type.Enum(['totp', 'passkey'], {
      description:
        'With unauthorized at sign-in, with unprocessable at /session/confirm: the password is correct, but a code or a passkey is missing.',
    }),
  ),
  passkeys: Type.Optional(
    Type.Array(Type.String(), {
      description:
        'With secondFactor at sign-in: the ids of the accepted passkeys, in base64url; absent if the person has none.',
    }),
  ),
  confirm: Type.Optional(
    Type.Enum(['password', 'single_sign_on'], {
      description:
        'With forbidden_resource: how to prove your identity again, at /session/confirm or by signing on again, before you repeat the call.',
    }),
  ),
  signIn: Type.Optional(
    Type.Enum(['single_sign_on'], {
      description:
        'With forbidden_resource at sign-in, with unprocessable at /session/confirm: the workspace accepts only single sign-on.',
    }),
  ),
  needs: Type.Optional(
    Type.Enum(['second_administrator'], {
      description:
        'With conflict: the change needs a second administrator, and no other administrator could confirm it; the message says what the operator can do instead.',
    }),
  ),
  approvalRequestId: Type.Optional(
    Type.String({ description: 'With unprocessable: the open request that must be confirmed or withdrawn first.' }),
  ),
  enrol: Type.Optional(
    Type.Enum(['second_factor'], {
      description: 'With forbidden_resource: the workspace requires a second factor, which must be set up first.',
    }),
  ),
  session: Type.Optional(
    Type.Enum(['changed'], {
      description: 'With forbidden_resource: the session no longer belongs to the person that the request names.',
    }),
  ),
  link: Type.Optional(
    Type.Enum(['used', 'revoked', 'expired', 'unknown'], {
      description: 'With unauthorized for a one-time link: why the link is not accepted.',
    }),
  ),
  file: Type.Optional(
    Type.Enum(['missing', 'altered'], {
      description:
        'With internal_error (503) when an attachment is opened: its file is missing from storage, or damaged there; repeating the call does not help.',
    }),
  ),
  changed: Type.Optional(
    Type.Object(
      {
        action: Type.String({ description: 'As in the audit trail.' }),
        at: Timestamp,
        by: Type.Object({
          kind: Type.String({ description: 'As in the audit trail.' }),
          id: Type.String(),
          name: Type.Optional(Nullable(Type.String({ description: 'Only for people.' }))),
        }),
      },
      { description: 'With precondition_failed: the last change of the record, for callers who may read the record.' },
    ),
  ),
  current: Type.Optional(
    Type.Object(
      { etag: Type.Optional(versionField.etag) },
      {
        additionalProperties: true,
        description:
          'With precondition_failed: the current record, as its own address returns it, for callers who may read it.',
      },
    ),
  ),
  issues: Type.Optional(Type.Array(Type.Object(issue), issues)),
  requestId: Type.String({ description: 'Equal to the header X-Request-Id.' }),
}

/** The error envelope (interface section 7.1). */
export const ErrorEnvelope = Type.Object(fields, {
  title: 'ErrorEnvelope',
  description: 'The body of every error.',
})

/** The error envelope on the surfaces that the web app uses: messages have codes and values. */
export const CodedErrorEnvelope = Type.Object(
  { ...fields, ...coded, issues: Type.Optional(Type.Array(Type.Object({ ...issue, ...coded }), issues)) },
  { title: 'ErrorEnvelope', description: 'The body of every error.' },
)

/** The error envelope that OAuth 2.0 clients can read (RFC 6749 section 5.2). */
export const OAuthErrorEnvelope = Type.Object(
  { ...fields, error_description: Type.String({ description: 'The same text as message (RFC 6749 section 5.2).' }) },
  { title: 'OAuthErrorEnvelope', description: 'The body of every error of the token endpoint.' },
)
