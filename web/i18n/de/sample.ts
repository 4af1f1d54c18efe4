import type { sample as english } from '#web/i18n/en/sample.ts'
import type { Texts } from '#web/i18n/texts.ts'

/** The texts of workspaces with sample data. */
export const sample = {
  title: 'Beispieldaten: Nichts hier ist echt',
  text: 'Nichts aus diesem Arbeitsbereich erreicht ein anderes System: keine E-Mail, kein Webhook und keine Einreichung.',
  close: 'Beispiel schließen',
  closeText:
    'Löscht diesen Arbeitsbereich mit allen Datensätzen, Dateien und Personen und beendet alle Sitzungen darin. Ihre anderen Arbeitsbereiche bleiben, wie sie sind.',
  closeSubmit: 'Alle Beispieldaten löschen',
} satisfies Texts<typeof english>
