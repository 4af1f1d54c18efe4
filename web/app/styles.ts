/**
 * All styles, in one file that loads with the document. Pages with a second file of styles would appear without them
 * after an outage.
 */
import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/dropzone/styles.css'
import './fonts.css'
import './app.css'
import './shell.css'
import '#web/ui/layout.css'
import '#web/ui/facts.css'
import '#web/ui/filters.css'
import '#web/ui/data-table.css'
import '#web/list/list.css'
import '#web/ui/print.css'
import '#web/ui/long-table.css'
import '#web/ui/trend.css'
import '#web/ui/coverage.css'
import '#web/ui/heat-grid.css'
import '#web/ui/tree.css'
import '#web/ui/preview.css'
