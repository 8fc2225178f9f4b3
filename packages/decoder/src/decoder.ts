import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pLimit from 'p-limit'
import { Refused } from './refused.ts'
import { FromChild, type Result, type Task, type ToChild } from './tasks.ts'

/** The program beside this one, built or not. */
const program = fileURLToPath(new URL(`./decode-child${extname(import.meta.url)}`, import.meta.url))

/** Larger files are not read: a process holds the whole file. */
const maxFileBytes = 512 * 1024 * 1024
/** After this many images another process takes the place of one. */
const mostPerProcess = 200
/** The bytes of a file that are decoded in a second at least. */
const bytesPerSecond = 2_000_000
const longestMs = 60_000
/** A process on a busy machine takes this long to start. */
const startMs = 20_000

/** The process that decoded an image hung, or died of it. */
export class DecoderEnded extends Error {
  override name = 'DecoderEnded'
}

/** A DICOM file as the archive stores it. */
export type StoredFile = { stream: Readable; size: number | null }

export type DecoderLimits = {
  processes: number
  /** Memory of each process. Node and sharp reserve some 850 MB of it, and use a tenth of that. */
  memoryKilobytes: number
  /** The time for the smallest image. */
  patienceMs: number
}

const defaults: DecoderLimits = { processes: 3, memoryKilobytes: 2_500_000, patienceMs: 5_000 }

export type Decoder = {
  /**
   * Decodes an image in a process of its own. `open` is called when one is free. Throws Refused, DecoderEnded, and what `open` and its stream throw.
   */
  decode: (open: () => Promise<StoredFile>, task: Task) => Promise<Result>
  /** Ends the processes. */
  close: () => void
}

type Worker = {
  child: ChildProcess
  /** The process has loaded its program, or has ended. */
  ready: Promise<unknown>
  images: number
  isEnded: boolean
}

/** Kills the whole process, which may be in an endless loop. */
function end(worker: Worker): void {
  worker.isEnded = true
  worker.child.kill('SIGKILL')
}

function begin({ memoryKilobytes }: DecoderLimits): Worker {
  // If the machine's memory ends, the kernel ends this process and not ours.
  const limited = `{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null; ulimit -d ${memoryKilobytes} && exec "$0" "$@"`
  const args = ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning', program]
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, ...args], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  })
  const ready = Promise.race([once(child, 'message'), once(child, 'exit'), delay(startMs, null, { ref: false })]).catch(() => {})
  const worker = { child, ready, images: 0, isEnded: false }
  const forget = () => {
    worker.isEnded = true
  }
  // Without a listener, a message to a process that has just ended would end this one.
  child.on('error', forget)
  child.on('exit', forget)
  return worker
}

const isAlive = ({ child, isEnded }: Worker) => !isEnded && child.connected

/** Sends a message, and waits until the process has taken it. */
function tell({ child }: Worker, message: ToChild): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new DecoderEnded('the process ended while it was sent an image')
    if (!child.connected) reject(ended)
    else child.send(message, (error) => (error ? reject(ended) : resolve()))
  })
}

async function send(worker: Worker, { stream, size }: StoredFile): Promise<number> {
  try {
    if (size === null || size > maxFileBytes) throw new Refused({ code: 'too-large' })
    await tell(worker, { kind: 'begin', size })
    for await (const bytes of stream) await tell(worker, { kind: 'piece', bytes })
    return size
  } finally {
    stream.destroy()
  }
}

/** Waits for the answer. Kills the process at the end of the time for the image. */
function answerOf(worker: Worker, task: Task, limitMs: number): Promise<FromChild> {
  const { child } = worker
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(deadline)
      child.off('message', take)
      child.off('exit', lose)
      settle()
    }
    const lose = () => finish(() => reject(new DecoderEnded('the process ended while it decoded an image')))
    const take = (sent: unknown) => {
      const answer = FromChild.safeParse(sent)
      finish(() => (answer.success ? resolve(answer.data) : reject(new DecoderEnded('the process answered nonsense'))))
    }
    const deadline = setTimeout(() => {
      end(worker)
      finish(() => reject(new DecoderEnded('the process was ended because it took too long')))
    }, limitMs)
    child.on('message', take)
    child.once('exit', lose)
    tell(worker, { kind: 'end', task }).catch(lose)
  })
}

/**
 * Decodes images in processes of their own, which begin when they are needed. Each has a limit of memory, and of time for every image. A process that
 * hangs or ends is replaced. Give them back with `close`.
 */
export function createDecoder(given: Partial<DecoderLimits> = {}): Decoder {
  const limits = { ...defaults, ...given }
  const atOnce = pLimit(limits.processes)
  let free: Worker[] = []
  const all = new Set<Worker>()
  let isClosed = false

  function start(): Worker {
    const worker = begin(limits)
    all.add(worker)
    worker.child.once('exit', () => all.delete(worker))
    return worker
  }

  /** Keeps a process for the next image, or begins another one before anybody waits for it. */
  function giveBack(worker: Worker, isSpent: boolean): void {
    const isGood = !isSpent && isAlive(worker) && worker.images < mostPerProcess
    if (!isGood) end(worker)
    if (!isClosed) free.push(isGood ? worker : start())
  }

  const timeFor = (bytes: number) => Math.min(longestMs, limits.patienceMs + (bytes / bytesPerSecond) * 1_000)

  async function decodeIn(worker: Worker, open: () => Promise<StoredFile>, task: Task): Promise<FromChild> {
    await worker.ready
    const bytes = await send(worker, await open())
    worker.images += 1
    return answerOf(worker, task, timeFor(bytes))
  }

  return {
    decode: (open, task) =>
      atOnce(async () => {
        free = free.filter(isAlive)
        const worker = free.pop() ?? start()
        let isSpent = false
        try {
          const answer = await decodeIn(worker, open, task)
          isSpent = answer.isSpent
          if ('refusal' in answer.outcome) throw new Refused(answer.outcome.refusal)
          return answer.outcome.result
        } catch (error) {
          if (isClosed) throw new Error('the decoder is closed', { cause: error })
          throw error
        } finally {
          giveBack(worker, isSpent)
        }
      }),
    close() {
      isClosed = true
      for (const worker of all) end(worker)
      free = []
    },
  }
}
