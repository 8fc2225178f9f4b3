import type { ChangeWorklistUrl } from '../use-worklist-url.ts'
import type { WorklistUrl } from '../worklist-url.ts'

/** What every control of the tools row gets. */
export type FilterProps = { url: WorklistUrl; change: ChangeWorklistUrl }
