import { Alert, Box, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Draw, Told } from '#web/preview/messages.ts'
import { Lines } from './skeletons.tsx'

/** Pages of a PDF, drawn in a frame without an origin (web/preview/frame.ts). */
export const PdfFrame = ({ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string }) => {
  const { t } = useTranslation()
  const frame = useRef<HTMLIFrameElement>(null)
  const [told, setTold] = useState<Told>()

  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<Told>) => {
      const window = frame.current?.contentWindow
      if (!window || source !== window) return
      setTold(data)
      // The frame has no origin that could be named. A copy goes over: the bytes stay here for the download.
      if (data.kind === 'ready') window.postMessage({ kind: 'draw', bytes } satisfies Draw, '*')
    }
    addEventListener('message', onMessage)
    return () => removeEventListener('message', onMessage)
  }, [bytes])

  if (told?.kind === 'failed')
    return (
      <Alert color="red" variant="outline">
        {t('preview.unreadable')}
      </Alert>
    )
  return (
    <Box>
      {told?.kind !== 'drawn' && <Lines count={3} />}
      <iframe
        ref={frame}
        src="/preview"
        sandbox="allow-scripts"
        title={t('preview.of', { name })}
        className="preview-frame"
      />
      {told?.kind === 'drawn' && (
        <Text size="xs" c="dimmed" role="status">
          {t('preview.pages', { count: told.pages, of: told.of })}
        </Text>
      )}
    </Box>
  )
}
