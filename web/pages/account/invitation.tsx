import { PageHeader } from '#web/ui/page-header.tsx'

export const Invitation = () => <PageHeader title="Invitation" />
