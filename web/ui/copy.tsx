import { ActionIcon, Box, Code, CopyButton, Group, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'

/** A button that copies a text to the clipboard. */
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
    <Code className="digest">{display}</Code>
    <Copy value={value} />
  </Group>
)

/** A block of text to read or copy as a whole, such as a command. */
export const CodeBlock = ({ text, label, wrap = false }: { text: string; label: string; wrap?: boolean }) => (
  <Box pos="relative">
    <Code block tabIndex={0} role="region" aria-label={label} pr={40} {...(wrap && { className: 'wrapped' })}>
      {text}
    </Code>
    <Box pos="absolute" top={6} right={6} className="over-text">
      <Copy value={text} />
    </Box>
  </Box>
)
