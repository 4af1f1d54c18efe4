/**
 * All styles, in one file that loads with the document: a page whose styles were a second file would appear without them
 * after an outage.
 */
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/dropzone/styles.css'
import './fonts.css'
import './app.css'
import '#web/ui/print.css'
import '#web/ui/coverage.css'
import '#web/ui/long-table.css'
import '#web/ui/preview.css'
import '#web/pages/evidence/evidence.css'
import '#web/pages/risks/risks.css'
import '#web/pages/room/room.css'
