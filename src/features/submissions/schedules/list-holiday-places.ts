import { Type } from 'typebox'
import { roles } from '#http/access.ts'
import { readEndpoint } from '#http/endpoint.ts'
import { Pagination } from '#http/schema.ts'
import { findPlaces } from '#lib/periods/holiday-thread.ts'
import { holidayData } from '#lib/periods/holidays.ts'

export const listHolidayPlaces = readEndpoint({
  name: 'listHolidayPlaces',
  summary: 'List the countries, parts and regions whose public holidays are known',
  tag: 'Submissions',
  workspace: { path: '/holiday-places', roles: [...roles] },
  response: Type.Object({
    places: Type.Array(Type.Object({ place: Type.String(), name: Type.String() }), {
      description: 'Codes and names; the names are in the language of the place.',
    }),
    holidayData: Type.String({ description: 'The package and version with the holidays.' }),
    pagination: Pagination,
  }),
  async run() {
    return { places: [...(await findPlaces())], holidayData, pagination: {} }
  },
})
