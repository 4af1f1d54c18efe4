import { PageHeader } from '#web/ui/page-header.tsx'

export const ServiceAccounts = () => <PageHeader title="ServiceAccounts" />
