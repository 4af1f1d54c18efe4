import { openCountersLab } from './lab.ts'
import { measureWork, rehearse } from './measure.ts'
import { works } from './works.ts'

const only = new RegExp(process.argv[2] ?? '')
const t0 = performance.now()
{
  await using lab = await openCountersLab()
  console.log('open', Math.round(performance.now() - t0))
  await rehearse(lab, works)
  console.log('rehearsed', Math.round(performance.now() - t0))
  for (const w of works.filter(w => only.test(w.name))) {
    const t = setTimeout(async () => {
      console.log('HANGS', w.name)
      process.exit(3)
    }, 30000)
    const b = performance.now()
    const v = await measureWork(lab, w).catch(e => String(e.message).slice(0, 300))
    console.log(w.name, JSON.stringify(v), Math.round(performance.now() - b))
    clearTimeout(t)
  }
  console.log('done', Math.round(performance.now() - t0))
}
