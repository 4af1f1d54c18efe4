import { Button, type ButtonProps, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

/**
 * Sends a form. The button is always enabled: if something is missing, it leads to the first missing field
 * (`useSending`). Pressing it does not move the focus, because a message that a field shows on blur would move the
 * button away.
 */
export const SubmitButton = (
  props: ButtonProps & { readonly children: ReactNode; readonly 'data-autofocus'?: true },
) => <Button type="submit" onMouseDown={event => event.preventDefault()} {...props} />

interface Props {
  /** The buttons, in order. */
  readonly children: ReactNode
  /** The alignment of the buttons without `start`: `flex-end` in a dialog, `flex-start` on a page. */
  readonly align?: 'flex-start' | 'flex-end'
  /** Shown at the start of the row, opposite the buttons. */
  readonly start?: ReactNode
  /** A message about missing input that belongs to no field. */
  readonly gap?: string | undefined
  /** Why the form was not sent. */
  readonly error?: ReactNode
}

/** The end of a form. Messages are below the buttons, so that they never move one that is about to be clicked. */
export const FormFooter = ({ children, align = 'flex-end', start, gap, error }: Props) => (
  <>
    <Group justify={start ? 'space-between' : align} gap="xs">
      {start}
      <Group gap="xs">{children}</Group>
    </Group>
    {gap && (
      <Text size="sm" c="var(--mantine-color-error)" role="alert">
        {gap}
      </Text>
    )}
    {error}
  </>
)
