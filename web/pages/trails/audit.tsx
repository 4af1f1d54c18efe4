import { PageHeader } from '#web/ui/page-header.tsx'

export const Audit = () => <PageHeader title="Audit" />
