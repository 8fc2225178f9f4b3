import { constants, fstatSync, openSync, write } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** A few minutes of a busy program. */
const MAX_WAITING_CHARACTERS = 4_000_000
const BUSY_MS = 50
/** A reader that takes nothing for this long has stopped. */
const PATIENCE_MS = 3_000

export type LogOutput = {
  write(line: string): void
  /** The lines of this moment do not arrive: the disk is full, or nobody reads. */
  isLosing(): boolean
  /** Waits, not for long, until what was written has arrived. */
  flush(): Promise<void>
}

/**
 * Returns a descriptor to write to instead of `fd`, on which a full pipe is an error: a thread that waits for its reader cannot be ended, and then
 * the program never ends. A pipe or terminal is opened anew, because the existing descriptor is shared with others. A file never blocks.
 */
function withoutWaiting(fd: number): number {
  const kind = fstatSync(fd)
  // Node makes what it opens as a socket answer at once.
  if (kind.isSocket()) new Socket({ fd, readable: false, writable: true }).unref()
  if (!kind.isFIFO() && !kind.isCharacterDevice()) return fd
  try {
    return openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NONBLOCK)
  } catch {
    return fd
  }
}

/**
 * Log lines to the standard output, which never make the program wait: a full disk or a reader that has stopped costs lines, not answers. The
 * first line that arrives again is preceded by one that says how many are missing. (Pino's own output waits for room, in vain and for ever.)
 */
export function openLogOutput(standardOutput = 1): LogOutput {
  const fd = withoutWaiting(standardOutput)
  let waiting: string[] = []
  let waitingCharacters = 0
  let isWriting = false
  let missing = 0
  let isLosing = false
  let progressAt = 0

  function lose(lines: number): void {
    missing += lines
    isLosing = true
  }

  function writeNext(): void {
    if (isWriting || waiting.length === 0) return
    isWriting = true
    progressAt = performance.now()
    const lines = waiting.length
    const gap = missing === 0 ? [] : [`${JSON.stringify({ level: 40, time: Date.now(), missing, msg: 'log lines were lost' })}\n`]
    writeAll(Buffer.from([...gap, ...waiting].join('')), (arrived) => {
      if (arrived) missing = 0
      else lose(lines)
      isLosing = !arrived
      isWriting = false
      writeNext()
    })
    waiting = []
    waitingCharacters = 0
  }

  function writeAll(bytes: Buffer, done: (arrived: boolean) => void): void {
    write(fd, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(() => writeAll(bytes, done), BUSY_MS)
      else if (error) done(false)
      else {
        progressAt = performance.now()
        if (written < bytes.length) writeAll(bytes.subarray(written), done)
        else done(true)
      }
    })
  }

  return {
    write(line) {
      if (waitingCharacters + line.length > MAX_WAITING_CHARACTERS) return lose(1)
      waiting.push(line)
      waitingCharacters += line.length
      writeNext()
    },
    isLosing: () => isLosing || (isWriting && performance.now() - progressAt > PATIENCE_MS),
    async flush() {
      for (let tries = 0; isWriting && tries < 10; tries++) await delay(BUSY_MS)
    },
  }
}
