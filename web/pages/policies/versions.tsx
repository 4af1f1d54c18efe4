import { Alert, Group, Modal, Stack } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Act } from '#web/ui/act.tsx'
import { useFormatBytes } from '#web/ui/bytes.ts'
import { Empty } from '#web/ui/empty.tsx'
import { usePages } from '#web/ui/pages.ts'
import { type Column, RecordTable } from '#web/ui/record-table.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'
import type { Policy, Version } from './model.ts'
import { PolicyFile } from './policy-file.tsx'

/** A dialog that shows the file of a version. */
const FileDialog = ({ version, onClose }: { version: Version | undefined; onClose: () => void }) => {
  const { t } = useTranslation('policies')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened={version !== undefined}
      onClose={onClose}
      size="xl"
      title={version && t('versions.number', { number: version.number })}
      closeButtonProps={{ 'aria-label': common('actions.close') }}
    >
      {version && <PolicyFile file={{ ...version, versionId: version.id }} isShown onOpen={() => undefined} />}
    </Modal>
  )
}

/** The versions of a policy, with the actions on unpublished ones. */
export const Versions = ({ policy }: { policy: Policy }) => {
  const { t } = useTranslation('policies')
  const { t: common } = useTranslation()
  const formatBytes = useFormatBytes()
  const [openVersion, setOpenVersion] = useState<Version>()
  const params = { path: { policyId: policy.id } }
  const pages = usePages('/api/workspace/policies/{policyId}/versions', params, page => page.versions)
  const isOpen = ({ status }: Version) => status === 'draft' || status === 'awaiting_file'
  const stepOf = (step: 'publish' | 'withdraw', { id, number }: Version) => ({
    record: policy,
    path: { policyId: policy.id, versionId: id },
    label: t(`versions.${step}`),
    title: t(`versions.${step}Title`, { number }),
    text: t(`versions.${step}Text`),
    size: 'compact-xs',
  })
  const columns: readonly Column<Version>[] = [
    { key: 'number', header: t('version'), render: row => t('versions.number', { number: row.number }) },
    { key: 'status', header: t('status'), render: row => <StatusBadge status={row.status} /> },
    { key: 'file', header: t('versions.file'), render: row => row.originalFilename, wide: true },
    { key: 'size', header: t('versions.size'), render: row => formatBytes(row.byteSize), wide: true },
    { key: 'note', header: t('versions.note'), render: row => row.note, wide: true },
    {
      key: 'published',
      header: t('versions.published'),
      render: row => row.publishedAt && <Time at={row.publishedAt} as="date" />,
      wide: true,
    },
    {
      key: 'steps',
      header: common('actions.actions'),
      align: 'right',
      render: version => (
        <Group gap={4} justify="flex-end">
          {version.mayPublish && (
            <Act operation="publishPolicyVersion" {...stepOf('publish', version)} variant="filled" />
          )}
          {isOpen(version) && <Act operation="withdrawPolicyVersion" {...stepOf('withdraw', version)} danger />}
        </Group>
      ),
    },
  ]
  const needsOtherPerson = pages.rows.some(version => version.status === 'draft' && version.hadHand)
  return (
    <Stack>
      {needsOtherPerson && <Alert icon={<IconInfoCircle />}>{t('versions.needsOtherPerson')}</Alert>}
      <RecordTable
        label={t('versions.title')}
        pages={pages}
        columns={columns}
        rowKey={({ id }) => id}
        mayOpen={({ artifactId }) => artifactId !== null}
        onOpen={setOpenVersion}
        empty={<Empty title={t('versions.empty')} text={t('versions.emptyText')} />}
      />
      <FileDialog version={openVersion} onClose={() => setOpenVersion(undefined)} />
    </Stack>
  )
}
