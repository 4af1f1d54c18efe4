import {
  Alert,
  Anchor,
  Badge,
  Box,
  Button,
  CopyButton,
  Group,
  SegmentedControl,
  Stack,
  Text,
  Title,
} from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChooseOne } from '#web/family/choose.tsx'
import { CodeBlock } from '#web/ui/copy.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { curlSteps } from './curl.ts'
import { steps } from './steps.ts'
import { typescriptSteps } from './typescript.ts'
import { useExampleRecords } from './use-choices.ts'

const route = getRouteApi('/app/connect')

const languages = {
  curl: { label: 'curl', render: curlSteps },
  typescript: { label: 'TypeScript', render: typescriptSteps },
} as const

/** A field wide enough for the key and the title of a record. */
const Choice = ({ children }: { children: ReactNode }) => <Box w={{ base: '100%', xs: 340 }}>{children}</Box>

/** The page on connecting a system: working examples for this server, filled in with data of the workspace. */
export const Connect = () => {
  const { t } = useTranslation('connect')
  const { t: common } = useTranslation()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { account, requirementId, packageId, isPending, eventKind, eventType } = useExampleRecords(search)
  const language = search.language === 'typescript' ? 'typescript' : 'curl'
  const code = languages[language].render({
    base: location.origin,
    clientId: account?.clientId ?? 'YOUR_CLIENT_ID',
    requirementId,
    packageId: packageId ?? 'YOUR_PACKAGE_ID',
    eventKind,
    eventType,
  })
  const choose = (change: Partial<typeof search>) => navigate({ search: { ...search, ...change }, replace: true })
  const accountScopes: readonly string[] | undefined = account?.scopes
  return (
    <>
      <PageHeader title={t('title')} description={t('description')}>
        <Anchor href="/docs/" fz="sm">
          {t('reference')}
        </Anchor>
        <Anchor href="/api/openapi.json" fz="sm">
          {t('machine')}
        </Anchor>
        <Anchor href="/api/workspace/openapi.json" fz="sm">
          {t('workspace')}
        </Anchor>
      </PageHeader>
      <Group gap="sm" align="flex-end" mb="md">
        {account && (
          <Choice>
            <ChooseOne
              size="xs"
              clearable={false}
              label={t('account')}
              offer={{ kind: 'service_account', status: 'active' }}
              labels={[{ value: account.id, label: account.name }]}
              value={account.id}
              onChange={id => choose({ account: id })}
            />
          </Choice>
        )}
        {requirementId && (
          <Choice>
            <ChooseOne
              size="xs"
              clearable={false}
              label={t('requirement')}
              offer={{ kind: 'evidence_requirement', status: 'active' }}
              value={requirementId}
              onChange={id => choose({ requirement: id })}
            />
          </Choice>
        )}
        {packageId && (
          <Choice>
            <ChooseOne
              size="xs"
              clearable={false}
              label={t('package')}
              offer={{ kind: 'submission_package' }}
              value={packageId}
              onChange={id => choose({ package: id })}
            />
          </Choice>
        )}
        <SegmentedControl
          size="xs"
          aria-label={t('language')}
          value={language}
          onChange={value => choose({ language: value })}
          data={Object.entries(languages).map(([value, { label }]) => ({ value, label }))}
        />
      </Group>
      {isPending ? (
        <Lines />
      ) : (
        <Stack gap="lg" maw={900}>
          {!account && <Alert icon={<IconInfoCircle />}>{t('noAccount')}</Alert>}
          <Text size="sm">{t(`run.${language}`)}</Text>
          {steps.map(step => (
            <Box component="section" key={step.name} aria-label={t(`steps.${step.name}.title`)}>
              <Group gap="sm" mb={4}>
                <Title order={2}>{t(`steps.${step.name}.title`)}</Title>
                {'scope' in step && (
                  <Badge variant="default" tt="none" ff="monospace">
                    {step.scope}
                  </Badge>
                )}
              </Group>
              <Text size="sm" c="dimmed" mb={6}>
                {t(`steps.${step.name}.text`)}
                {step.name === 'event' && !packageId && ` ${t('noPackage')}`}
              </Text>
              {'scope' in step && accountScopes && !accountScopes.includes(step.scope) && (
                <Group gap={6} mb={6} wrap="nowrap" fz="sm" c="var(--mantine-color-error)">
                  <IconAlertTriangle size={16} aria-hidden />
                  <span>{t('lacks', { name: account?.name })}</span>
                </Group>
              )}
              <CodeBlock text={code[step.name]} label={t('code', { title: t(`steps.${step.name}.title`) })} />
            </Box>
          ))}
          <CopyButton value={steps.map(({ name }) => code[name]).join('\n\n')}>
            {({ copied, copy }) => (
              <Group>
                <Button
                  variant="default"
                  leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
                  onClick={copy}
                >
                  {copied ? common('actions.copied') : t('copyAll')}
                </Button>
              </Group>
            )}
          </CopyButton>
        </Stack>
      )}
    </>
  )
}
