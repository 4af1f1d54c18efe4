import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './app/fonts.css'
import './app/app.css'
import './ui/print.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startLanguage } from './i18n/index.ts'
import { removeOldDrafts } from './ui/stored-drafts.ts'

// A page from the browser's back/forward cache may show data of a session that has ended.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

removeOldDrafts()
await startLanguage()
const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
