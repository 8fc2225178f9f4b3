import { Buffer } from 'node:buffer'
import { ProcessEnded } from '@readroom/process/bounded-processes'
import type { PrintedReport } from '@readroom/report/printed-report'
import { createRenderer, NotPrintable } from './renderer.ts'

/** A white pixel. The room that a key image takes on the page is in the report. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP6DwABBQECz6AuzQAAAABJRU5ErkJggg==',
  'base64',
)

/** Reports of 190,000 characters take half of the processor time. */
export const proofLimits = { processes: 2, processorMs: 1_000, ms: 4_000 }

export type Proofs = {
  /** Returns false if the report cannot be printed. A machine that is too busy to tell says nothing against it. */
  isPrintable: (report: PrintedReport) => Promise<boolean>
  close: () => void
}

/** Prints reports before they are signed, in processes of their own. Give them back with `close`. */
export function createProofs(): Proofs {
  const renderer = createRenderer(proofLimits)
  return {
    async isPrintable(report) {
      const pictures = new Map(report.parts.flatMap((part) => part.pictures.map(({ id }) => [id, pixel] as const)))
      try {
        await renderer.render({ report, signature: null, pictures, drawnAt: new Date(0) })
        return true
      } catch (error) {
        if (error instanceof NotPrintable) return false
        if (error instanceof ProcessEnded) return true
        throw error
      }
    },
    close: renderer.close,
  }
}
