/** `npm run tools`: the programs that some tests and benchmarks drive, where root has apt-get. */
import { ensureTools } from './tools.ts'

ensureTools()
