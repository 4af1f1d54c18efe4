import { Anchor, Tabs, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#web/ui/copy.tsx'
import type { SchemeName, SignatureInput } from './signature.ts'
import { type CodeLanguage, verifyCode } from './verify-code.ts'

const languages = { typescript: 'TypeScript', python: 'Python', shell: 'curl, openssl' } satisfies Record<
  CodeLanguage,
  string
>

/** Programs that make the same check with the entered values. */
export const VerifyCode = ({ name, delivery: entered }: { name: SchemeName; delivery: SignatureInput }) => {
  const { t } = useTranslation('signature')
  const comments = { received: t('codeComments.received'), again: t('codeComments.again') }
  const delivery = { ...entered, comments }
  return (
    <div>
      <Title order={2}>{t('code')}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {t('codeText')}{' '}
        <Anchor href="/docs/" underline="always" inherit>
          {t('docs')}
        </Anchor>
      </Text>
      <Tabs defaultValue="typescript" keepMounted={false}>
        <Tabs.List aria-label={t('code')}>
          {Object.entries(languages).map(([language, label]) => (
            <Tabs.Tab key={language} value={language}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {(['typescript', 'python', 'shell'] as const).map(language => (
          <Tabs.Panel key={language} value={language} pt="xs">
            <CodeBlock text={verifyCode[language][name](delivery)} label={languages[language]} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </div>
  )
}
