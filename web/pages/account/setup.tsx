import { PageHeader } from '#web/ui/page-header.tsx'

export const Setup = () => <PageHeader title="Setup" />
