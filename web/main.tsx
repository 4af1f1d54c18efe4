import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/app.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startLanguage } from './i18n/index.ts'

await startLanguage()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
