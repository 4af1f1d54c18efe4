import { PageHeader } from '#web/ui/page-header.tsx'

export const Jobs = () => <PageHeader title="Jobs" />
