import { indexRecords } from './index-records.ts'
import { searchRecords } from './search-records.ts'

export const recordSearch = { endpoints: [searchRecords], jobs: [indexRecords] }
