import { fileURLToPath } from 'node:url'
import { createProcesses, ProcessEnded } from '@readroom/process/bounded-processes'
import type { PrintedReport } from '@readroom/report/printed-report'
import pLimit from 'p-limit'
import { z } from 'zod'
import { fontFiles, fontNames } from './fonts.ts'
import { layoutData } from './mirrored-signs.ts'

/** The number of documents that a process draws before another replaces it: each takes memory that is not given back. */
const mostPerProcess = 200
/** Memory of the process, in kB. A report with twelve key images takes a third of it. */
const memoryKilobytes = 1_000_000
const path = fileURLToPath(new URL('../layout/render-child.mjs', import.meta.url))

const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)
const Answer = z.union([z.object({ pdf: Bytes }), z.object({ error: z.string() })])

/** The layout refuses what it was given, for example a character that no font has, or hangs or dies of it: no other attempt does better. */
export class NotPrintable extends Error {
  override name = 'NotPrintable'
}

/**
 * `signature`: of the signer; `pictures`: the report's key images, by their ids; all of them PNG or JPEG. `drawnAt`: what the PDF says it was made
 * at; the same report at the same time is the same bytes.
 */
export type Drawing = {
  report: PrintedReport
  signature: Buffer | null
  pictures: ReadonlyMap<string, Buffer>
  drawnAt: Date
}

export type Renderer = {
  /** A PDF/A-2a. Throws NotPrintable, and ProcessEnded if the machine is too busy. */
  render(drawing: Drawing): Promise<Buffer>
  close(): void
}

/** `processorMs`, `ms`: for each report, of a processor and on the clock. */
export type RendererLimits = { processes: number; processorMs: number; ms: number }

/** Several times what reports get before they are signed (proof.ts). */
export const rendererLimits: RendererLimits = { processes: 2, processorMs: 4_000, ms: 30_000 }

/** Draws reports in processes of their own. Give them back with `close`. */
export function createRenderer(given: Partial<RendererLimits> = {}): Renderer {
  const { processes, ms, processorMs } = { ...rendererLimits, ...given }
  const program = { path, args: fontFiles, processes, memoryKilobytes, mostPerProcess }
  const children = createProcesses({ ...program, answer: Answer, isSpent: () => false })
  const suspects = pLimit(1)

  async function draw({ report, signature, pictures, drawnAt }: Drawing): Promise<Buffer> {
    const written = layoutData(report, { fonts: fontNames })
    const creation = Math.floor(drawnAt.getTime() / 1000)
    const answer = await children.run(async (tell) => {
      await tell({ report: written, signature, pictures: [...pictures], drawnAt: creation })
      return { ms, processorMs }
    })
    if ('error' in answer) throw new NotPrintable(answer.error)
    return Buffer.from(answer.pdf)
  }

  /** Draws once more, alone, if the process died: another report may have left it little memory. */
  async function drawSuspect(drawing: Drawing): Promise<Buffer> {
    try {
      return await suspects(() => draw(drawing))
    } catch (error) {
      throw error instanceof ProcessEnded && error.reason !== 'slow' ? new NotPrintable(error.message) : error
    }
  }

  return {
    async render(drawing) {
      try {
        return await draw(drawing)
      } catch (error) {
        if (!(error instanceof ProcessEnded)) throw error
        if (error.reason === 'busy') throw new NotPrintable(error.message)
        return drawSuspect(drawing)
      }
    },
    close: children.close,
  }
}
