import { PageHeader } from '#web/ui/page-header.tsx'

export const Requirement = () => <PageHeader title="Requirement" />
