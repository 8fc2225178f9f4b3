import { type ChildProcess, fork } from 'node:child_process'

type Program = {
  /** The path of its file. */
  program: string
  /** The limit of its heap. */
  heapMegabytes: number
  /** `advanced` keeps bytes as bytes; `json` leaves out what is no plain data. */
  serialization: 'json' | 'advanced'
}

/** A process that the worker talks to. */
export type Child = {
  /** Sends a message; nothing happens if the process has ended. */
  tell: (message: object) => void
  isAlive: () => boolean
  /** Resolves when the process has ended. */
  ended: Promise<void>
  stop: () => Promise<void>
}

/** Begins a process for what parses bytes of the network: it may end without the worker. It has no environment, and no file or connection of ours. */
export function beginChild({ program, heapMegabytes, serialization }: Program, onMessage: (sent: unknown) => void): Child {
  const child: ChildProcess = fork(program, [], {
    env: {},
    execArgv: [`--max-old-space-size=${heapMegabytes}`, '--disable-warning=ExperimentalWarning'],
    serialization,
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
  child.on('message', onMessage)
  return {
    // Without a callback, a message to a process that has just ended would end this one.
    tell: (message) => {
      if (child.connected) child.send(message, () => {})
    },
    isAlive: () => isAlive,
    ended,
    async stop() {
      // It may hang.
      child.kill('SIGKILL')
      await ended
    },
  }
}
