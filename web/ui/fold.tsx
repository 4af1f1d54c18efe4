import { Collapse, Group, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'

interface Props {
  readonly label: string
  /** True while the content must be visible, for example because it contains a message. */
  readonly forceOpen?: boolean
  readonly children: ReactNode
}

/** Content that is hidden until the user opens it. */
export const Fold = ({ label, forceOpen = false, children }: Props) => {
  const id = useId()
  const [isOpened, setOpened] = useState(false)
  const isOpen = isOpened || forceOpen
  const Icon = isOpen ? IconChevronDown : IconChevronRight
  return (
    <div>
      <UnstyledButton
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
        className="no-print"
      >
        <Group gap={4} wrap="nowrap">
          <Icon size={16} aria-hidden />
          <Text size="sm" fw={550}>
            {label}
          </Text>
        </Group>
      </UnstyledButton>
      <Collapse expanded={isOpen} transitionDuration={0} id={id} pt={isOpen ? 'sm' : 0}>
        {children}
      </Collapse>
    </div>
  )
}
