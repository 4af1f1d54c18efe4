import { PageHeader } from '#web/ui/page-header.tsx'

export const Forgot = () => <PageHeader title="Forgot" />
