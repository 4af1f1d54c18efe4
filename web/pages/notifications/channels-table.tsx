import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Schemas } from '#web/api/client.ts'
import { type Column, DataTable } from '#web/ui/data-table.tsx'

type Choice = Schemas['NotificationChoice'] | Schemas['NotificationDefault']
type Chosen = Schemas['ChosenNotificationChannels']

interface Props {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly onChoose: (kind: Choice['kind'], chosen: Chosen) => void
}

/** The channels of each kind; each change applies at once. The first option follows the default. */
export const ChannelsTable = ({ label, choices, onChoose }: Props) => {
  const { t } = useTranslation('notifications')
  const onOff = (isOn: boolean) => t(isOn ? 'on' : 'off')
  const columns: readonly Column<Choice>[] = [
    { key: 'kind', header: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
    {
      key: 'bell',
      header: t('bell'),
      render: ({ kind, chosen, default: { bell } }) => (
        <NativeSelect
          size="xs"
          aria-label={t('inBell', { kind: t(`kinds.${kind}`) })}
          value={chosen.bell === null ? '' : String(chosen.bell)}
          onChange={({ currentTarget: { value } }) =>
            onChoose(kind, { ...chosen, bell: value === '' ? null : value === 'true' })
          }
          data={[
            { value: '', label: t('follow', { value: onOff(bell) }) },
            { value: 'true', label: onOff(true) },
            { value: 'false', label: onOff(false) },
          ]}
        />
      ),
    },
    {
      key: 'mail',
      header: t('mail'),
      render: ({ kind, chosen, modes, default: { mail } }) => (
        <NativeSelect
          size="xs"
          aria-label={t('byMail', { kind: t(`kinds.${kind}`) })}
          value={chosen.mail ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChoose(kind, { ...chosen, mail: modes.find(mode => mode === value) ?? null })
          }
          data={[
            { value: '', label: t('follow', { value: t(`modes.${mail}`) }) },
            ...modes.map(mode => ({ value: mode, label: t(`modes.${mode}`) })),
          ]}
        />
      ),
    },
  ]
  return <DataTable label={label} columns={columns} rows={choices} rowKey={({ kind }) => kind} />
}
