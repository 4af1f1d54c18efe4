import { indexRecords } from './index-records.ts'
import { searchRecords } from './search-records.ts'

export const search = { endpoints: [searchRecords], jobs: [indexRecords] }
