import { type Static, Type } from 'typebox'
import { invalid } from '#http/errors.ts'
import { Nullable } from '#http/schema.ts'
import { sentence } from '#lib/sentence.ts'
import type { Channels } from './channels.ts'
import { kindNames, type MailMode, mailModes, mailModesOf, type NotificationKind } from './kinds.ts'

const Mode = Type.Enum([...mailModes], {
  description: 'off: never; digest: with the daily mail, and some steps at once; at_once: a mail for each.',
})

export const KindParams = Type.Object({ kind: Type.Enum(kindNames) })

/** The channels that a person or a workspace chose for a kind; null follows the workspace, or the product. */
export const ChosenChannels = Type.Object(
  {
    bell: Nullable(Type.Boolean({ description: 'Whether the bell shows it; null follows the default.' })),
    mail: Type.Unsafe<MailMode | null>({
      type: ['string', 'null'],
      enum: [...mailModes, null],
      description: 'How it is mailed; null follows the default.',
    }),
  },
  { title: 'ChosenNotificationChannels', additionalProperties: false },
)

const EffectiveChannels = Type.Object({ bell: Type.Boolean(), mail: Mode }, { title: 'NotificationChannels' })

const kindField = Type.Enum(kindNames)

const modesField = Type.Array(Mode, { description: 'The modes of mail that can be chosen.' })

export const kindFields = { kind: kindField, modes: modesField, chosen: ChosenChannels, default: EffectiveChannels }

export type Chosen = Static<typeof ChosenChannels>

/** Renders the choice for a kind, which may come from a column that a check constraint limits to the modes. */
export const showChoice = (
  kind: NotificationKind,
  chosen: { readonly bell: boolean | null; readonly mail: string | null } | undefined,
  fallback: Channels,
) => ({
  kind,
  modes: [...mailModesOf(kind)],
  chosen: { bell: chosen?.bell ?? null, mail: (chosen?.mail ?? null) as MailMode | null },
  default: { bell: fallback.bell, mail: fallback.mail },
})

/** Throws a 400 if the kind does not offer this mode of mail. */
export const requireMode = (kind: NotificationKind, { mail }: Chosen): void => {
  if (mail === null || mailModesOf(kind).includes(mail)) return
  throw invalid(
    ['mail'],
    sentence`notification.mode: must be "off" or "digest": a program can cause hundreds of these at a time`,
  )
}
