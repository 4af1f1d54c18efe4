import { Button, Group, Text, Title } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#web/api/client.ts'
import { useSession } from '#web/api/session.ts'
import { PrintContext, useLoadingForPrint, usePrinting, usePrintState } from './print-context.ts'
import { PrintLedger } from './print-ledger.tsx'
import { useFormatTime } from './time.tsx'

interface Props {
  /** The kind of document, such as "Claim". */
  readonly kind: string
  /** The time that its content shows, ISO 8601; the time of loading if omitted. */
  readonly asOf?: string | undefined
  readonly children: ReactNode
}

const Logo = ({ onPaper }: { onPaper: boolean }) => {
  const { data, isLoading } = api.useQuery(
    'get',
    '/api/workspace/logo',
    {},
    { enabled: onPaper, staleTime: Number.POSITIVE_INFINITY },
  )
  useLoadingForPrint(onPaper && isLoading)
  if (!data?.png) return null
  return <img src={`data:image/png;base64,${data.png}`} alt="" className="print-logo" />
}

/** Sets the texts of the margins of each page, which only style sheets can fill. */
const usePageMargins = (line: string, pageOf: readonly [page: string, of: string]): void => {
  const [page, of] = pageOf
  useEffect(() => {
    const { style } = document.documentElement
    const texts = { '--print-line': line, '--print-page': page, '--print-of': of }
    for (const [name, text] of Object.entries(texts)) style.setProperty(name, JSON.stringify(text))
    return () => {
      for (const name of Object.keys(texts)) style.removeProperty(name)
    }
  }, [line, page, of])
}

const Letterhead = ({ kind, asOf }: Omit<Props, 'children'>) => {
  const { t } = useTranslation()
  const { organization, person } = useSession()
  const { isPrepared } = usePrinting()
  const format = useFormatTime()
  const now = new Date().toISOString()
  usePageMargins(`${organization.name} · ${kind}`, [t('print.page'), t('print.of')])
  return (
    <header className="print-only print-letterhead">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          <Title order={2} component="p">
            {organization.name}
          </Title>
          <Text>{kind}</Text>
          <Text size="sm">{t('print.asOf', { time: format(asOf ?? now, 'zone') })}</Text>
          <Text size="sm">{t('print.by', { time: format(now, 'zone'), name: person.name })}</Text>
        </div>
        <Logo onPaper={isPrepared} />
      </Group>
    </header>
  )
}

/**
 * A page that prints as a document: with a letterhead, without the menu, and with the state of the ledger at its end.
 */
export const PrintDocument = ({ kind, asOf, children }: Props) => {
  const printing = usePrintState()
  return (
    <PrintContext value={printing}>
      <Letterhead kind={kind} asOf={asOf} />
      {children}
      <PrintLedger />
    </PrintContext>
  )
}

/** Loads all rows of the page's lists, then opens the print dialog. */
export const PrintButton = () => {
  const { t } = useTranslation()
  const { isPreparing, start } = usePrinting()
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={14} aria-hidden />}
      onClick={start}
      loading={isPreparing}
      className="no-print"
    >
      {t('print.button')}
    </Button>
  )
}
