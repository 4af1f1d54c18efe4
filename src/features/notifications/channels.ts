import { type RowOf, statement, texts } from '#db/statement.ts'
import { kindNames, type MailMode, type NotificationKind, notificationKinds, type Step } from './kinds.ts'

/** The channels of a kind for a person. */
export interface Channels {
  readonly bell: boolean
  readonly mail: MailMode
}

/**
 * The settings of people that differ from the product's: a person's own choice, otherwise the workspace's default. Rows
 * without a person are the defaults.
 */
export const readChannelSettings = statement(
  'read_notification_channel_settings',
  { personIds: texts },
  `select person_id, kind, bell, mail from notification_choice
    where organization_id = :organization and person_id = any(:personIds)
   union all
   select '', kind, bell, mail from notification_default where organization_id = :organization`,
)

export type ChannelSetting = RowOf<typeof readChannelSettings>

/** Returns the channels of each kind for a person, from rows of `readChannelSettings` that may include other people. */
export const effectiveChannels = (
  settings: readonly ChannelSetting[],
  personId: string,
): Readonly<Record<NotificationKind, Channels>> => {
  const find = (id: string, kind: NotificationKind) => settings.find(row => row.person_id === id && row.kind === kind)
  const entries = kindNames.map(kind => {
    const [own, workspace, product] = [find(personId, kind), find('', kind), notificationKinds[kind]]
    const bell = own?.bell ?? workspace?.bell ?? product.bell
    // A check constraint limits the column to the modes.
    const mail = (own?.mail ?? workspace?.mail ?? product.mail) as MailMode
    return [kind, { bell, mail }] as const
  })
  return Object.fromEntries(entries) as Record<NotificationKind, Channels>
}

/** Returns how a row is mailed: urgent steps are sent at once although the mode is `digest`. */
export const mailModeOf = (kind: NotificationKind, step: Step, { mail }: Channels): MailMode =>
  mail === 'digest' && notificationKinds[kind].urgent?.includes(step) ? 'at_once' : mail
