import { Alert, Badge, Button, Checkbox, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Empty } from '#web/ui/empty.tsx'
import { FactList } from '#web/ui/facts.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { RecordTable } from '#web/ui/record-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { SeverityBadge } from '#web/ui/severity.tsx'
import { Lines } from '#web/ui/skeletons.tsx'
import { StatusBadge } from '#web/ui/status.tsx'
import { Time } from '#web/ui/time.tsx'

const statuses = ['accepted', 'submitted', 'due_soon', 'overdue', 'draft'] as const
const severities = ['critical', 'high', 'medium', 'low'] as const
const colors = ['--mantine-color-text', '--mantine-color-dimmed', '--mantine-color-anchor', '--mantine-color-error']

const rows = [
  { id: '1', name: 'Nightly backup', status: 'accepted', at: '2026-11-29T02:10:00.000Z' },
  { id: '2', name: 'Access list of the data centre', status: 'overdue', at: '2026-11-20T09:30:00.000Z' },
] as const

const pages = {
  rows,
  isPending: false,
  error: null,
  refetch: () => undefined,
  hasMore: false,
  loadMore: () => undefined,
  isFetchingMore: false,
  csv: undefined,
}

const Row = ({ children }: { children: ReactNode }) => <Group gap="xs">{children}</Group>

/** The components that pages are made of, shown in development only. */
export const Parts = () => (
  <>
    <PageHeader
      title="Parts"
      description="The parts that pages are made of."
      titleExtra={<StatusBadge status="active" />}
    >
      <Button variant="default">Secondary</Button>
      <Button>Primary</Button>
    </PageHeader>
    <Stack>
      <Section title="Text">
        <Stack gap={4}>
          <Title order={1}>Heading 1, 22 px</Title>
          <Title order={2}>Heading 2, 16 px</Title>
          <Title order={3}>Heading 3, 14 px</Title>
          <Text>Text, 14 px: the quick brown fox, Größe, Łódź, 0123456789.</Text>
          <Text size="sm">Small text, 13 px</Text>
          <Text size="xs" c="dimmed">
            Hint, 12 px
          </Text>
        </Stack>
      </Section>
      <Section title="Colors">
        <Row>
          {colors.map(name => (
            <Text key={name} c={`var(${name})`}>
              {name}
            </Text>
          ))}
        </Row>
      </Section>
      <Section title="Buttons">
        <Row>
          <Button>Primary</Button>
          <Button variant="default">Secondary</Button>
          <Button variant="subtle">Subtle</Button>
          <Button color="red">Destructive</Button>
          <Button loading>Loading</Button>
        </Row>
      </Section>
      <Section title="Status">
        <Row>
          {statuses.map(status => (
            <StatusBadge key={status} status={status} />
          ))}
          {severities.map(severity => (
            <SeverityBadge key={severity} severity={severity} />
          ))}
          <Badge variant="default">Badge</Badge>
        </Row>
      </Section>
      <Section title="Form">
        <Stack maw={420} gap="sm">
          <TextInput label="Title" description="One sentence." required />
          <TextInput label="Key" error="A requirement with this key exists." defaultValue="BCK-01" />
          <Checkbox label="Active" description="Counts for coverage." />
        </Stack>
      </Section>
      <Section title="Facts">
        <FactList
          entries={[
            ['Owner', 'Noor Haddad'],
            ['Valid until', <Time key="until" at="2026-12-24T10:00:00.000Z" />],
          ]}
        />
      </Section>
      <Section title="Table">
        <RecordTable
          label="Claims"
          pages={pages}
          rowKey={({ id }) => id}
          columns={[
            { key: 'name', header: 'Claim', render: ({ name }) => name },
            { key: 'status', header: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
            { key: 'at', header: 'Logged', render: ({ at }) => <Time at={at} /> },
          ]}
          empty={null}
        />
      </Section>
      <Alert color="red" title="Error">
        The file is larger than 100 MB.
      </Alert>
      <Empty title="No claims yet" text="Claims appear here when a system or a person logs proof.">
        <Button>Log a claim</Button>
      </Empty>
      <Lines count={2} />
    </Stack>
  </>
)
