import { Anchor, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CodeBlock, Copyable } from '#web/ui/copy.tsx'
import { usePages } from '#web/ui/pages.ts'
import { Section } from '#web/ui/section.tsx'
import { verifyCommand } from './verify-command.ts'

/** Explains how a recipient checks the bundle: with the command, in a browser, or with standard tools. */
export const Checking = ({ exportId }: { exportId: string }) => {
  const { t } = useTranslation('exports')
  const keys = usePages('/api/workspace/ledger/keys', { query: {} }, page => page.ledgerKeys)
  const bundleKeys = keys.rows.filter(({ purpose }) => purpose === 'bundle').map(({ vkey }) => vkey)
  const command = t('checking.command')
  const tools = t('checking.tools')
  return (
    <Section title={t('checking.title')}>
      <Stack gap="sm">
        <Text size="sm">{t('checking.text')}</Text>
        <Text size="sm" fw={600}>
          {t('checking.keys')}
        </Text>
        {bundleKeys.map(vkey => (
          <Copyable key={vkey} value={vkey} />
        ))}
        <Text size="sm" fw={600}>
          {command}
        </Text>
        <CodeBlock label={command} text={verifyCommand(exportId, bundleKeys[0] ?? t('checking.key'))} />
        <Text size="sm" fw={600}>
          {t('checking.page')}
        </Text>
        <Text size="sm">
          {t('checking.pageText')}{' '}
          <Anchor href="/verify" target="_blank" fz="sm" underline="always">
            {t('checking.open')}
          </Anchor>
        </Text>
        <Text size="sm" fw={600}>
          {tools}
        </Text>
        <CodeBlock label={tools} text="sha256sum -c manifest-sha256.txt" />
      </Stack>
    </Section>
  )
}
