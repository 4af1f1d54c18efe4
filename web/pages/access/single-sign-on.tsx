import { PageHeader } from '#web/ui/page-header.tsx'

export const SingleSignOn = () => <PageHeader title="SingleSignOn" />
