import { PageHeader } from '#web/ui/page-header.tsx'

export const Board = () => <PageHeader title="Board" />
