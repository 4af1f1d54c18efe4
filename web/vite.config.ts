import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const here = import.meta.dirname

/** What the server puts in its place in each page it sends (src/api/web-app.ts). */
const cspNonce = '__CSP_NONCE__'

export default defineConfig({
  root: here,
  plugins: [react()],
  html: { cspNonce },
  build: {
    outDir: join(here, '..', 'dist', 'web'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // pdf.js is 1.6 MB; the preview's frame alone loads it.
    chunkSizeWarningLimit: 1800,
    modulePreload: { polyfill: false },
    rollupOptions: { input: [join(here, 'index.html'), join(here, 'preview.html')] },
  },
  worker: { format: 'es' },
  // `npm run web`: pages as they are written, over a server that runs beside.
  server: { proxy: { '/api': 'http://127.0.0.1:8080', '/docs': 'http://127.0.0.1:8080' } },
})
