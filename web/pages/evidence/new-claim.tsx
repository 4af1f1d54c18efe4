import { PageHeader } from '#web/ui/page-header.tsx'

export const NewClaim = () => <PageHeader title="NewClaim" />
