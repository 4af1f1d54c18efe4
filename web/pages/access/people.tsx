import { PageHeader } from '#web/ui/page-header.tsx'

export const People = () => <PageHeader title="People" />
