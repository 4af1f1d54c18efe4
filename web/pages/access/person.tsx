import { PageHeader } from '#web/ui/page-header.tsx'

export const PersonPage = () => <PageHeader title="PersonPage" />
