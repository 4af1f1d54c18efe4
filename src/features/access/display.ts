import { type Static, Type } from 'typebox'
import { choice, nullable, type RowOf, statement, text } from '#db/statement.ts'
import { Nullable } from '#http/schema.ts'
import { TimeZone } from '#shared/settings.ts'

const languages = ['en', 'de'] as const
const dateFormats = ['iso', 'day_month_year'] as const

type Language = (typeof languages)[number]
type DateFormat = (typeof dateFormats)[number]

/** How the web app shows texts, dates and times to a person; null follows their browser. */
export const Display = Type.Object(
  {
    language: Type.Unsafe<Language | null>({ type: ['string', 'null'], enum: [...languages, null] }),
    timeZone: Nullable(TimeZone),
    dateFormat: Type.Unsafe<DateFormat | null>({
      type: ['string', 'null'],
      enum: [...dateFormats, null],
      description: 'As 2026-11-29 or as 29 Nov 2026; null writes dates as the language and region do.',
    }),
  },
  { title: 'Display' },
)

export type Display = Static<typeof Display>

export const findDisplay = statement(
  'find_display',
  { personId: text },
  'select language, time_zone, date_format from person where organization_id = :organization and id = :personId',
)

export const setDisplayOf = statement(
  'set_display_of_person',
  {
    personId: text,
    language: nullable(choice<Language>),
    timeZone: nullable(text),
    dateFormat: nullable(choice<DateFormat>),
  },
  `update person set language = :language, time_zone = :timeZone, date_format = :dateFormat
    where organization_id = :organization and id = :personId`,
)

type DisplayColumns = RowOf<typeof findDisplay>

/** The columns of a person who has chosen nothing. */
export const noDisplay: DisplayColumns = { language: null, time_zone: null, date_format: null }

export const displayOf = ({ language, time_zone: timeZone, date_format: dateFormat }: DisplayColumns): Display => ({
  language,
  timeZone,
  dateFormat,
})
