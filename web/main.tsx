import './app/styles.ts'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { removeEarlyFrame } from './app/early-frame.ts'
import { keepFiles } from './app/keep-files.ts'
import { startLanguage } from './i18n/index.ts'
import { removeOldDrafts } from './ui/stored-drafts.ts'

// A page from the browser's back/forward cache may show data of a session that has ended.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

removeOldDrafts()
await startLanguage()
const root = document.getElementById('root')
if (root) {
  removeEarlyFrame(root)
  createRoot(root).render(<App />)
}
keepFiles()
