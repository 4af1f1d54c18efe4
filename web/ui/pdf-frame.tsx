import { Alert, Box, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draw, FrameReply } from '#web/preview/messages.ts'
import { Lines } from './skeletons.tsx'

/** Shows the pages of a PDF in a frame without an origin (web/preview/frame.ts). */
export const PdfFrame = ({ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string }) => {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [reply, setReply] = useState<FrameReply>()

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<FrameReply>) => {
      const window = frame.current?.contentWindow
      if (!window || source !== window) return
      setReply(data)
      // The frame has no origin to address, hence `*`. It gets a copy; the bytes stay here for the download.
      if (data.kind === 'ready') window.postMessage({ kind: 'draw', bytes } satisfies Draw, '*')
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [bytes])

  if (reply?.kind === 'failed') return <Alert color="red">{t('preview.unreadable')}</Alert>
  return (
    <Box>
      {reply?.kind !== 'drawn' && <Lines count={3} />}
      <iframe
        ref={frame}
        src="/preview"
        sandbox="allow-scripts"
        title={t('preview.of', { name })}
        className="preview-frame"
      />
      {reply?.kind === 'drawn' && (
        <Text size="xs" c="dimmed" role="status">
          {t('preview.pages', { count: reply.pages, of: reply.totalPages })}
        </Text>
      )}
    </Box>
  )
}
