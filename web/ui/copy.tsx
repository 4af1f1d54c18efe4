import { ActionIcon, Box, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Breakable } from './breakable.tsx'

/** A button that copies text to the clipboard. */
const Copy = ({ value, label }: { value: string; label?: string }) => {
  const { t } = useTranslation()
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? t('actions.copied') : (label ?? t('actions.copy'))}>
          <ActionIcon variant="subtle" color="gray" size="sm" onClick={copy} aria-label={label ?? t('actions.copy')}>
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  )
}

/** An identifier, digest or secret, with a button that copies it. */
export const Copyable = ({ value, display = value }: { value: string; display?: string }) => (
  <Group gap={2} wrap="nowrap" display="inline-flex">
    <Code className="digest">
      <Breakable text={display} />
    </Code>
    <Copy value={value} />
  </Group>
)

/** A block of text to read or copy as a whole, such as a command. */
export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <Box pos="relative">
    <Code block tabIndex={0} role="region" aria-label={label} pr={40} className="wrapped">
      <Breakable text={text} />
    </Code>
    <Box pos="absolute" top={6} right={6}>
      <Copy value={text} />
    </Box>
  </Box>
)
