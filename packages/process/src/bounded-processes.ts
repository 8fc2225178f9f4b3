import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import pLimit from 'p-limit'
import type { z } from 'zod'

/** A process on a busy machine takes this long to start. */
const startMs = 20_000
/** The kernel counts a process's time in units of so many milliseconds (USER_HZ, proc(5)). */
const tickMs = 10

/** `died`: the process ended by itself, or the kernel ended it. `busy`: it worked for too long. `slow`: it took too long, without so much work. */
const endWords = {
  died: 'the process ended',
  busy: 'the process worked too long',
  slow: 'the process took too long',
} as const
type EndReason = keyof typeof endWords

/** The process that did a task hung, or died of it. */
export class ProcessEnded extends Error {
  override name = 'ProcessEnded'
  readonly reason: EndReason

  constructor(reason: EndReason) {
    super(endWords[reason])
    this.reason = reason
  }
}

/** The time for a task: on the clock, and of the processors. On a busy machine only the first runs on. */
export type TimeLimit = { ms: number; processorMs?: number }

type Program<Answer> = {
  /** The path of its file. It sends a message when it has loaded, and then one for each task. */
  path: string
  args?: readonly string[]
  processes: number
  /** Memory of each process, set by the kernel. Node reserves some 850 MB of it, and uses a tenth of that. */
  memoryKilobytes: number
  /** After this many tasks another process takes the place of one. */
  mostPerProcess: number
  answer: z.ZodType<Answer>
  /** Returns true if another process should do the next task. */
  isSpent: (answer: Answer) => boolean
}

/** Sends a message, and waits until the process has taken it. */
export type Tell = (message: object) => Promise<void>

export type Processes<Answer> = {
  /** Hands a task over when a process is free, by `hand`, which returns the time for it. Throws ProcessEnded, and what `hand` throws. */
  run: (hand: (tell: Tell) => Promise<TimeLimit>) => Promise<Answer>
  /** Ends the processes. */
  close: () => void
}

type Worker = {
  child: ChildProcess
  /** The process has loaded its program, or has ended. */
  ready: Promise<unknown>
  tasks: number
  isEnded: boolean
}

/** Kills the whole process, which may be in an endless loop. */
function end(worker: Worker): void {
  worker.isEnded = true
  worker.child.kill('SIGKILL')
}

function begin({ path, args = [], memoryKilobytes }: Pick<Program<unknown>, 'path' | 'args' | 'memoryKilobytes'>): Worker {
  // If the machine's memory ends, the kernel ends this process and not ours.
  const limited = `{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null; ulimit -d ${memoryKilobytes} && exec "$0" "$@"`
  const node = ['--max-old-space-size=512', '--disable-warning=ExperimentalWarning', path, ...args]
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, ...node], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    env: {},
  })
  const ready = Promise.race([once(child, 'message'), once(child, 'exit'), delay(startMs, null, { ref: false })]).catch(() => {})
  const worker = { child, ready, tasks: 0, isEnded: false }
  const forget = () => {
    worker.isEnded = true
  }
  // Without a listener, a message to a process that has just ended would end this one.
  child.on('error', forget)
  child.on('exit', forget)
  return worker
}

const isAlive = ({ child, isEnded }: Worker) => !isEnded && child.connected

function tell({ child }: Worker, message: object): Promise<void> {
  return new Promise((resolve, reject) => {
    if (!child.connected) reject(new ProcessEnded('died'))
    else child.send(message, (error) => (error ? reject(new ProcessEnded('died')) : resolve()))
  })
}

/** Returns the processor time that a process has used, in milliseconds. Null if the system does not tell. */
async function processorMs({ child }: Worker): Promise<number | null> {
  const stat = await readFile(`/proc/${child.pid}/stat`, 'utf8').catch(() => null)
  // The name in brackets may have spaces. User and system time are the 14th and 15th field.
  const [user, system] =
    stat
      ?.slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number) ?? []
  return user === undefined || system === undefined ? null : (user + system) * tickMs
}

/** Resolves with the reason when the time of a task is over. */
async function overtime(
  worker: Worker,
  { ms, processorMs: limit = Number.POSITIVE_INFINITY }: TimeLimit,
  signal: AbortSignal,
): Promise<EndReason> {
  const before = (await processorMs(worker)) ?? 0
  const lastAt = performance.now() + ms
  let used = 0
  while (used < limit && performance.now() < lastAt) {
    await delay(Math.max(tickMs, Math.min(limit - used, lastAt - performance.now())), null, { signal, ref: false })
    const now = await processorMs(worker)
    used = now === null ? limit : now - before
  }
  return used < limit ? 'slow' : 'busy'
}

/**
 * Does tasks in processes of their own, which begin when they are needed: for what may hang, crash or take all memory. A process has no environment
 * and no file or connection of ours. One that hangs or ends is replaced. Give them back with `close`.
 */
export function createProcesses<Answer>(program: Program<Answer>): Processes<Answer> {
  const atOnce = pLimit(program.processes)
  let free: Worker[] = []
  const all = new Set<Worker>()
  let isClosed = false

  function start(): Worker {
    const worker = begin(program)
    all.add(worker)
    worker.child.once('exit', () => all.delete(worker))
    return worker
  }

  /** Keeps a process for the next task, or begins another one before anybody waits for it. */
  function giveBack(worker: Worker, isSpent: boolean): void {
    const isGood = !isSpent && isAlive(worker) && worker.tasks < program.mostPerProcess
    if (!isGood) end(worker)
    if (!isClosed) free.push(isGood ? worker : start())
  }

  /** Hands over a task and waits for its answer. Kills the process at the end of its time. */
  async function ask(worker: Worker, hand: (tell: Tell) => Promise<TimeLimit>): Promise<Answer> {
    await worker.ready
    const over = new AbortController()
    const answered = once(worker.child, 'message', { signal: over.signal })
    const lost = once(worker.child, 'exit', { signal: over.signal })
    // Whichever comes second is of no interest.
    answered.catch(() => {})
    lost.catch(() => {})
    try {
      const limit = await hand((message) => tell(worker, message))
      worker.tasks += 1
      const late = overtime(worker, limit, over.signal)
      late.catch(() => {})
      const first = await Promise.race([
        answered.then(([sent]: unknown[]) => ({ sent })),
        lost.then((): EndReason => 'died'),
        late,
      ])
      if (typeof first === 'string') throw new ProcessEnded(first)
      const answer = program.answer.safeParse(first.sent)
      if (!answer.success) throw new ProcessEnded('died')
      return answer.data
    } catch (error) {
      if (error instanceof ProcessEnded) end(worker)
      throw error
    } finally {
      over.abort()
    }
  }

  return {
    run: (hand) =>
      atOnce(async () => {
        if (isClosed) throw new Error('the processes are closed')
        free = free.filter(isAlive)
        const worker = free.pop() ?? start()
        let isSpent = false
        try {
          const answer = await ask(worker, hand)
          isSpent = program.isSpent(answer)
          return answer
        } catch (error) {
          if (isClosed) throw new Error('the processes are closed', { cause: error })
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
