import { PageHeader } from '#web/ui/page-header.tsx'

export const Home = () => <PageHeader title="Home" />
