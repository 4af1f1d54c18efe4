import { PageHeader } from '#web/ui/page-header.tsx'

export const Account = () => <PageHeader title="Account" />
