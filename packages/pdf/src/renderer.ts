import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PrintedReport } from '@readroom/report/printed-report'
import { z } from 'zod'
import { fontFiles, fontNames } from './fonts.ts'

/** The number of documents that a process draws before another replaces it: each takes memory that is not given back. */
const mostPerProcess = 200
const patienceMs = 30_000
/** Memory of the process, in kB. A report with twelve key images takes a third of it. */
const memoryKilobytes = 1_000_000
const program = fileURLToPath(new URL('../layout/render-child.mjs', import.meta.url))

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * In lines from right to left, signs such as < and ≤ are drawn mirrored (Unicode Bidirectional Algorithm, L4), on the screen too. The typesetter mirrors ≤
 * and not ≥, which then says the opposite; of ⩽ and ⩾, which say the same, it mirrors both.
 */
function withMirroredSigns(text: string): string {
  return rightToLeft.test(text) ? text.replaceAll('≤', '⩽').replaceAll('≥', '⩾') : text
}

const Answer = z.union([z.object({ id: z.int(), pdf: z.base64() }), z.object({ id: z.int(), error: z.string() })])

/** The layout refuses what it was given, for example a character that no font has: no other attempt does better. */
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
  /** A PDF/A-2a. Throws NotPrintable. */
  render(drawing: Drawing): Promise<Buffer>
  close(): void
}

/** Draws reports one after the other in a process of its own, which is begun when it is needed. Give it back with `close`. */
export function createRenderer(): Renderer {
  let child: ChildProcess | null = null
  let drawn = 0
  let last: Promise<unknown> = Promise.resolve()

  function retire() {
    child?.kill()
    child = null
    drawn = 0
  }

  function begin(): ChildProcess {
    // The limit of Node's own heap would not hold what the compiler takes outside of it.
    const limited = `ulimit -d ${memoryKilobytes} && exec "$0" "$@"`
    const options = { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {} } satisfies SpawnOptions
    const begun = spawn('/bin/sh', ['-c', limited, process.execPath, program, ...fontFiles], options)
    const forget = () => {
      if (child === begun) retire()
    }
    // Without a listener, a message to a process that has just ended would end this one.
    begun.on('error', forget)
    begun.on('exit', forget)
    return begun
  }

  function ask({ report, signature, pictures, drawnAt }: Drawing): Promise<Buffer> {
    child ??= begin()
    const asked = child
    drawn += 1
    const id = drawn
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(deadline)
        asked.off('message', answered)
        asked.off('exit', lost)
      }
      const lost = () => {
        end()
        reject(new Error('the process that draws reports ended'))
      }
      const answered = (message: unknown) => {
        const answer = Answer.parse(message)
        if (answer.id !== id) return
        end()
        if ('pdf' in answer) resolve(Buffer.from(answer.pdf, 'base64'))
        else reject(new NotPrintable(answer.error))
      }
      const deadline = setTimeout(lost, patienceMs)
      asked.on('message', answered)
      asked.once('exit', lost)
      const written = withMirroredSigns(JSON.stringify({ ...report, fonts: fontNames }))
      const data = { report: written, signature: signature?.toString('base64') }
      const shown = [...pictures].map(([key, bytes]) => [key, bytes.toString('base64')])
      asked.send({ id, ...data, pictures: shown, drawnAt: Math.floor(drawnAt.getTime() / 1000) }, (error) => {
        if (error) lost()
      })
    })
  }

  /** Draws once more if the process ended: another report may have left it little memory. */
  async function draw(drawing: Drawing): Promise<Buffer> {
    try {
      return await ask(drawing)
    } catch (error) {
      retire()
      if (error instanceof NotPrintable) throw error
      return await ask(drawing)
    } finally {
      if (drawn >= mostPerProcess) retire()
    }
  }

  return {
    render(drawing) {
      const mine = last.then(() => draw(drawing))
      last = mine.catch(() => {})
      return mine
    },
    close: retire,
  }
}
