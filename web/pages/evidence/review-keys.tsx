import { Group, Kbd, Modal, Table } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { evidence } from '#web/i18n/en/evidence.ts'

type Key = keyof (typeof evidence)['reviewQueue']['keysOf']

/** Shown with the names of the keys in the user's language. */
const ctrlEnter = 'Ctrl Enter'

const keys = [
  ['next', ['J', '↓']],
  ['previous', ['K', '↑']],
  ['approve', ['A']],
  ['reject', ['R']],
  ['ask', ['Q']],
  ['compare', ['C']],
  ['template', ['1', '…', '9']],
  ['write', ['E']],
  ['confirm', ['Enter', ctrlEnter]],
  ['back', ['Esc']],
  ['open', ['O']],
  ['help', ['?']],
] as const satisfies readonly (readonly [Key, readonly string[]])[]

/** The keyboard shortcuts of the review queue. */
export const ReviewKeys = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { t } = useTranslation('evidence')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('reviewQueue.keys')}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      <Table fz="sm" aria-label={t('reviewQueue.keys')}>
        <Table.Tbody>
          {keys.map(([name, shortcuts]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {t(`reviewQueue.keysOf.${name}`)}
              </Table.Th>
              <Table.Td>
                <Group gap={4} justify="flex-end">
                  {shortcuts.map(key => (
                    <Kbd key={key}>{key === ctrlEnter ? t('reviewQueue.ctrlEnter') : key}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
