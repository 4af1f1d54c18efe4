import { PageHeader } from '#web/ui/page-header.tsx'

export const Requirements = () => <PageHeader title="Requirements" />
