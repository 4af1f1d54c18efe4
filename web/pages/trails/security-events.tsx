import { PageHeader } from '#web/ui/page-header.tsx'

export const SecurityEvents = () => <PageHeader title="SecurityEvents" />
