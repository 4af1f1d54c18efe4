import { Alert, Box, Code, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PdfFrame } from './pdf-frame.tsx'

type Kind = 'image' | 'text' | 'pdf'

/** The declared types that a page can show. Everything else can only be downloaded. */
const kinds: Readonly<Record<string, Kind>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'application/pdf': 'pdf',
  'text/plain': 'text',
}

const mediaTypeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase()

const kindOf = (contentType: string): Kind | undefined => {
  const type = mediaTypeOf(contentType)
  return Object.hasOwn(kinds, type) ? kinds[type] : undefined
}

/** Whether a preview is possible for the declared type. The server decides by the bytes. */
export const mayBePreviewed = (contentType: string): boolean => kindOf(contentType) !== undefined

interface Props {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

const Image = ({ name, contentType, bytes }: Props) => {
  const { t } = useTranslation()
  const [url, setUrl] = useState<string>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const objectUrl = URL.createObjectURL(new Blob([bytes], { type: mediaTypeOf(contentType) }))
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [bytes, contentType])
  if (isBroken) return <Alert color="red">{t('preview.unreadable')}</Alert>
  return url ? <img src={url} alt={name} className="preview-image" onError={() => setBroken(true)} /> : null
}

const maxCharacters = 200_000

const PlainText = ({ name, bytes }: Props) => {
  const { t } = useTranslation()
  const text = new TextDecoder().decode(bytes.subarray(0, maxCharacters))
  return (
    <Box>
      <Code block tabIndex={0} role="region" aria-label={t('preview.of', { name })} className="preview-text">
        {text}
      </Code>
      {bytes.length > maxCharacters && (
        <Text size="xs" c="dimmed">
          {t('preview.cut')}
        </Text>
      )}
    </Box>
  )
}

const views = { image: Image, text: PlainText, pdf: PdfFrame } as const satisfies Record<Kind, unknown>

/**
 * Shows a file so that nothing in it can run: an image, plain text, or a PDF in a separate frame. Only for files whose
 * preview the server allows (`inlinePreviewAllowed`).
 */
export const Preview = (props: Props) => {
  const kind = kindOf(props.contentType)
  if (!kind) return null
  const View = views[kind]
  return <View {...props} />
}
