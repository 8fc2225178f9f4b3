import { benchArrival } from './arrival.ts'
import { benchArrivalLoad } from './arrival-load.ts'
import { benchAudit } from './audit.ts'
import { benchCost } from './cost.ts'
import { describeFigure, type Figure, isOver } from './figure.ts'
import { benchGateway } from './gateway.ts'
import { benchGenerate } from './generate.ts'
import { benchLoginPage } from './login-page.ts'
import { benchReading } from './reading.ts'
import { benchRecord } from './record.ts'
import { benchReport } from './report.ts'
import { benchSignIn } from './sign-in.ts'
import { benchStudyZip } from './study-zip.ts'
import { benchSweep } from './sweep.ts'
import { benchTat } from './tat.ts'
import { benchTyping } from './typing.ts'
import { benchWorklist } from './worklist.ts'
import { benchWorklistPage } from './worklist-page.ts'

/** `pnpm bench [name]` runs one or all of these. */
const benchmarks: Record<string, () => Promise<Figure[]>> = {
  'study-zip': benchStudyZip,
  worklist: benchWorklist,
  tat: benchTat,
  audit: benchAudit,
  'worklist-page': benchWorklistPage,
  arrival: benchArrival,
  'arrival-load': benchArrivalLoad,
  record: benchRecord,
  generate: benchGenerate,
  report: benchReport,
  reading: benchReading,
  gateway: benchGateway,
  typing: benchTyping,
  'login-page': benchLoginPage,
  'sign-in': benchSignIn,
  sweep: benchSweep,
  cost: benchCost,
}

const [name] = process.argv.slice(2)
if (name !== undefined && !(name in benchmarks)) {
  console.error(`There is no benchmark ${name}. There are: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}
for (const [key, run] of Object.entries(benchmarks)) {
  if (name !== undefined && name !== key) continue
  for (const figure of await run()) {
    console.log(`${key}  ${describeFigure(figure)}`)
    if (isOver(figure)) process.exitCode = 1
  }
}
