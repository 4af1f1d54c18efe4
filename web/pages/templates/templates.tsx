import { Button, CloseButton, Group, Paper, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '#web/api/session.ts'
import { Empty } from '#web/ui/empty.tsx'
import { ErrorNote } from '#web/ui/failures.tsx'
import { AnchorLink } from '#web/ui/links.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { useOpening } from '#web/ui/use-opening.ts'
import { CreateDialog } from './create-dialog.tsx'
import { isOpen, type TemplateResult, useTemplates } from './model.ts'
import { Result } from './result.tsx'
import { SchemeCards } from './scheme-cards.tsx'
import { TemplateList } from './template-list.tsx'

const route = getRouteApi('/app/evidence/templates')

const schemeKeys = ['iso27001', 'soc2', 'dora', 'nis2', 'gdpr', 'ai_act'] as const

/** The keys of the selected templates. The selection survives a search and a change of scheme. */
const useSelectedKeys = () => {
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(new Set())
  const choose = (keys: readonly string[], isSelected: boolean) =>
    setSelectedKeys(current => (isSelected ? current.union(new Set(keys)) : current.difference(new Set(keys))))
  return { selectedKeys, choose, clear: () => setSelectedKeys(new Set()) }
}

/** The templates of requirements: choose a scheme, choose templates, and create them. */
export const Templates = () => {
  const { t } = useTranslation('templates')
  const can = useCan()
  const navigate = route.useNavigate()
  const params = route.useSearch()
  const scheme = schemeKeys.find(key => key === params.scheme)
  const [search, setSearch] = useState('')
  const { data, error, isPending, refetch } = useTemplates(scheme, useDeferredValue(search.trim()))
  const { selectedKeys, choose, clear } = useSelectedKeys()
  const { openCount, opened, open, close } = useOpening()
  const [result, setResult] = useState<TemplateResult>()
  const templates = data?.templates ?? []
  const openKeys = templates.filter(isOpen).map(({ key }) => key)
  const mayCreate = can('createFromTemplates')

  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        back={<AnchorLink to="/evidence">{t('back')}</AnchorLink>}
      />
      {result ? (
        <Result result={result} onMore={() => setResult(undefined)} />
      ) : (
        <Stack>
          <SchemeCards
            schemes={data?.schemes ?? []}
            value={scheme}
            onChange={scheme => navigate({ search: scheme ? { scheme } : {}, replace: true })}
          />
          <Group align="flex-end" gap="sm" role="search">
            <TextInput
              flex="1 1 16rem"
              label={t('search.label')}
              placeholder={t('search.placeholder')}
              maxLength={100}
              leftSection={<IconSearch size={16} aria-hidden />}
              rightSection={
                search && <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => setSearch('')} />
              }
              value={search}
              onChange={event => setSearch(event.currentTarget.value)}
            />
            {mayCreate && openKeys.length > 0 && (
              <Button variant="default" onClick={() => choose(openKeys, true)}>
                {t('list.chooseAll', { count: openKeys.length })}
              </Button>
            )}
          </Group>
          {isPending && <Lines />}
          <ErrorNote error={error} retry={() => void refetch()} />
          {data && templates.length === 0 && <Empty title={t('search.none')} text={t('search.noneText')} />}
          {data && (
            <TemplateList
              templates={templates}
              schemes={data.schemes}
              scheme={scheme}
              searching={search.trim() !== ''}
              selectedKeys={selectedKeys}
              onChoose={mayCreate ? choose : undefined}
            />
          )}
          {selectedKeys.size > 0 && (
            <Paper
              withBorder
              shadow="md"
              p="sm"
              pos="sticky"
              bottom={8}
              component="section"
              aria-label={t('list.chosenLabel')}
            >
              <Group justify="space-between" gap="sm">
                <Text fw={600} role="status">
                  {t('list.chosen', { count: selectedKeys.size })}
                </Text>
                <Group gap="xs">
                  <Button variant="subtle" onClick={clear}>
                    {t('list.clear')}
                  </Button>
                  <Button leftSection={<IconPlus size={16} aria-hidden />} aria-haspopup="dialog" onClick={open}>
                    {t('list.create')}
                  </Button>
                </Group>
              </Group>
            </Paper>
          )}
          <CreateDialog
            key={openCount}
            keys={[...selectedKeys]}
            scheme={data?.schemes.find(one => one.scheme === scheme)}
            opened={opened}
            onClose={close}
            onCreated={result => {
              clear()
              setResult(result)
            }}
          />
        </Stack>
      )}
    </>
  )
}
