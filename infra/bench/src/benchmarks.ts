import { benchLoginScript } from './access/login-script.ts'
import { benchSignIn } from './access/sign-in.ts'
import type { Figure } from './core/figure.ts'
import { benchDrawImages } from './images/draw-images.ts'
import { benchFuzzImages } from './images/fuzz-images.ts'
import { benchGateway } from './images/gateway.ts'
import { benchSlowReaders } from './images/slow-readers.ts'
import { benchStudyZip } from './images/study-zip.ts'
import { benchAudit } from './operations/audit.ts'
import { benchWorstText } from './operations/worst-text.ts'
import { benchOrders } from './orders/orders.ts'
import { benchReading } from './reading/reading.ts'
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

/** `claim`: the page below `docs` that states what is measured. A benchmark without such a page is deleted. */
type Benchmark = { claim: string; run: (parameters: string[]) => Promise<Figure[]> }

/** `pnpm bench [name]` runs one or all of these. Arguments after a name are the benchmark's own. */
export const benchmarks: Record<string, Benchmark> = {
  'study-zip': { claim: 'operations.md', run: benchStudyZip },
  worklist: { claim: 'decisions/worklist/worklist-queries.md', run: benchWorklist },
  turnaround: { claim: 'decisions/turnaround/turnaround-report.md', run: benchTurnaround },
  simulation: { claim: 'decisions/turnaround/assignment-simulation.md', run: benchSimulation },
  audit: { claim: 'decisions/operations/audit-log.md', run: benchAudit },
  'worklist-page': { claim: 'operations.md', run: benchWorklistPage },
  arrival: { claim: 'operations.md', run: benchArrival },
  'arrival-load': { claim: 'operations.md', run: benchArrivalLoad },
  reading: { claim: 'decisions/reading/next-study.md', run: benchReading },
  gateway: { claim: 'decisions/images/images-through-one-gateway.md', run: benchGateway },
  'draw-images': { claim: 'decisions/images/image-decoding.md', run: benchDrawImages },
  'fuzz-images': { claim: 'decisions/images/image-decoding.md', run: benchFuzzImages },
  'slow-readers': { claim: 'decisions/images/slow-readers.md', run: benchSlowReaders },
  'login-script': { claim: 'decisions/access/sign-in.md', run: benchLoginScript },
  'sign-in': { claim: 'decisions/access/sign-in.md', run: benchSignIn },
  sweep: { claim: 'decisions/studies/study-intake.md', run: benchSweep },
  cost: { claim: 'operations.md', run: benchCost },
  growth: { claim: 'decisions/turnaround/turnaround-report.md', run: benchGrowth },
  time: { claim: 'decisions/turnaround/workload.md', run: benchTime },
  escalation: { claim: 'decisions/studies/escalation.md', run: benchEscalation },
  assign: { claim: 'decisions/turnaround/automatic-assignment-modes.md', run: benchAssign },
  'worst-text': { claim: 'contributing.md', run: benchWorstText },
  orders: { claim: 'operations.md', run: benchOrders },
  results: { claim: 'decisions/reports/results-out.md', run: benchResults },
}
