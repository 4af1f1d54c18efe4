import { PageHeader } from '#web/ui/page-header.tsx'

export const ClaimPage = () => <PageHeader title="ClaimPage" />
