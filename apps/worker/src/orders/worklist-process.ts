import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FromListener, type ToListener } from './worklist-messages.ts'

/** The program beside this one, built or not. */
const program = fileURLToPath(new URL(`./worklist-child${extname(import.meta.url)}`, import.meta.url))
/** Memory of its heap, in MB. Five hundred items take some ten. */
const HEAP_MB = 128

export type ListeningProcess = {
  tell: (message: ToListener) => void
  isAlive: () => boolean
  stop: () => Promise<void>
}

/** Begins the process that speaks DICOM to scanners. It has no environment, and no file or connection of ours. */
export function beginListening(onMessage: (message: FromListener) => void): ListeningProcess {
  const child: ChildProcess = fork(program, [], {
    env: {},
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve())
    child.on('error', () => resolve())
  })
  let isAlive = true
  void ended.then(() => {
    isAlive = false
  })
  child.on('message', (sent) => {
    const message = FromListener.safeParse(sent)
    if (message.success) onMessage(message.data)
  })
  return {
    // Without a callback, a message to a process that has just ended would end this one.
    tell: (message) => {
      if (child.connected) child.send(message, () => {})
    },
    isAlive: () => isAlive,
    async stop() {
      child.kill()
      await ended
    },
  }
}
