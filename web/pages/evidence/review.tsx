import { PageHeader } from '#web/ui/page-header.tsx'

export const Review = () => <PageHeader title="Review" />
