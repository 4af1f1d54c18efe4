import { openCountersLab } from './lab.ts'
import { measureWork } from './measure.ts'
import { works } from './works.ts'
const only = process.argv[2] ?? ''
{
await using lab = await openCountersLab()
console.log('open')
for (const w of works.filter(w => w.name.includes(only))) { console.log(w.name); console.log(JSON.stringify(await measureWork(lab, w))) }
console.log('done')
}
console.log('closed')
