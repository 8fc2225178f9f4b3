import { benchLoginPage, benchLoginScript } from './access/login-page.ts'
import { benchSignIn } from './access/sign-in.ts'
import { describeFigure, type Figure, isOver } from './core/figure.ts'
import { MissingProgram } from './core/missing-program.ts'
import { benchDrawImages } from './images/draw-images.ts'
import { benchFuzzImages } from './images/fuzz-images.ts'
import { benchGateway } from './images/gateway.ts'
import { benchGenerate } from './images/generate.ts'
import { benchSlowReaders } from './images/slow-readers.ts'
import { benchStudyZip } from './images/study-zip.ts'
import { benchAudit } from './operations/audit.ts'
import { benchWorstText } from './operations/worst-text.ts'
import { benchOrders } from './orders/orders.ts'
import { benchRecord } from './patients/record.ts'
import { benchReading } from './reading/reading.ts'
import { benchReport } from './reading/report.ts'
import { benchTyping } from './reading/typing.ts'
import { benchResults } from './reports/results.ts'
import { benchArrival } from './studies/arrival.ts'
import { benchArrivalLoad } from './studies/arrival-load.ts'
import { benchCost } from './studies/cost.ts'
import { benchEscalation } from './studies/escalation.ts'
import { benchSweep } from './studies/sweep.ts'
import { benchAssign } from './turnaround/assign.ts'
import { benchSimulation } from './turnaround/simulation.ts'
import { benchTurnaround } from './turnaround/turnaround.ts'
import { benchTime } from './worklist/deadline-page.ts'
import { benchGrowth } from './worklist/growth.ts'
import { benchWorklist } from './worklist/worklist.ts'
import { benchWorklistPage } from './worklist/worklist-page.ts'

/** `pnpm bench [name]` runs one or all of these. Arguments after a name are the benchmark's own. */
const benchmarks: Record<string, (parameters: string[]) => Promise<Figure[]>> = {
  'study-zip': benchStudyZip,
  worklist: benchWorklist,
  turnaround: benchTurnaround,
  simulation: benchSimulation,
  audit: benchAudit,
  'worklist-page': benchWorklistPage,
  arrival: benchArrival,
  'arrival-load': benchArrivalLoad,
  record: benchRecord,
  generate: benchGenerate,
  report: benchReport,
  reading: benchReading,
  gateway: benchGateway,
  'draw-images': benchDrawImages,
  'fuzz-images': benchFuzzImages,
  'slow-readers': benchSlowReaders,
  typing: benchTyping,
  'login-script': benchLoginScript,
  'login-page': benchLoginPage,
  'sign-in': benchSignIn,
  sweep: benchSweep,
  cost: benchCost,
  growth: benchGrowth,
  time: benchTime,
  escalation: benchEscalation,
  assign: benchAssign,
  'worst-text': benchWorstText,
  orders: benchOrders,
  results: benchResults,
}

const [name, ...parameters] = process.argv.slice(2)
if (name !== undefined && !(name in benchmarks)) {
  console.error(`Unknown benchmark ${name}. Available: ${Object.keys(benchmarks).join(', ')}`)
  process.exit(2)
}

/** The others run without it: a machine may have all that they need. */
function noteMissing(key: string, error: unknown): Figure[] {
  if (!(error instanceof MissingProgram)) throw error
  console.error(`${key}  NOT MEASURED ${error.message}`)
  process.exitCode = 1
  return []
}

for (const [key, run] of Object.entries(benchmarks)) {
  if (name !== undefined && name !== key) continue
  for (const figure of await run(parameters).catch((error: unknown) => noteMissing(key, error))) {
    console.log(`${key}  ${describeFigure(figure)}`)
    if (isOver(figure)) process.exitCode = 1
  }
}
