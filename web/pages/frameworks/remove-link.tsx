import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ReasonedOperation } from '#web/api/reasons.ts'
import { useRefresh } from '#web/api/refresh.ts'
import type { IfMatch, Versioned } from '#web/api/version.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { useOpening } from '#web/ui/use-opening.ts'

interface Props {
  /** The record that has the link, with its version. */
  readonly operation: ReasonedOperation
  readonly record: Versioned
  readonly title: string
  readonly id: string
  /** The name of the removed record. */
  readonly name: string
  /** Further text below the name. */
  readonly text?: string | undefined
  readonly remove: (reason: string, header: IfMatch) => Promise<unknown>
}

/** A button with a dialog that removes a link between two records. */
export const RemoveLink = ({ operation, record, title, id, name, text, remove }: Props) => {
  const { t } = useTranslation('frameworks')
  const refresh = useRefresh()
  const { openCount, opened, open, close } = useOpening()
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-haspopup="dialog"
        aria-label={`${t('remove')} ${name}`}
        onClick={open}
      >
        {t('remove')}
      </Button>
      <ActionDialog
        operation={operation}
        key={openCount}
        opened={opened}
        onClose={close}
        title={title}
        about={id}
        text={text ? `${name}. ${text}` : name}
        submit={t('remove')}
        record={record}
        onSubmit={async (reason, header) => {
          await remove(reason, header)
          await refresh()
        }}
      />
    </>
  )
}
