import { PageHeader } from '#web/ui/page-header.tsx'

export const Connect = () => <PageHeader title="Connect" />
