import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

export interface ChildSpec {
  name: string
  command: string
  args: string[]
  /** The child's own folder; `reapLeftovers` finds it again by this folder. */
  cwd: string
  logFile: string
  /** Asks the child to end in good order; also sent by the kernel when the parent dies. */
  stopSignal: 'SIGTERM' | 'SIGINT'
  stopTimeoutMs: number
  readyTimeoutMs: number
  user?: { uid: number; gid: number }
  /** Gives up waiting and kills the child. */
  signal?: AbortSignal | undefined
  /** Little more than a PATH when left out. */
  env?: NodeJS.ProcessEnv
  /** Called again and again until it returns true; a rejection counts as "not yet". Another server may hold the port: make sure it is this one. */
  ready: (pid: number) => Promise<boolean>
}

export interface RunningChild {
  pid: number
  /** Resolves when the process has ended, for whatever reason. */
  exited: Promise<void>
  /** Asks again what the start waited for. Rejects, resolves to false or does not end if the process hangs. */
  isReady: () => Promise<boolean>
  /** Ends in good order, or with SIGKILL after the time allowed. */
  stop: () => Promise<void>
  /** Ends at once with SIGKILL, as a crash would. */
  kill: () => Promise<void>
}

/** A program that is to end by itself: resolves when it has, rejects with the end of its log when it failed. */
export interface FiniteChild extends RunningChild {
  finished: Promise<void>
}

const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const SETPRIV = '/usr/bin/setpriv'
const MAX_LOG_BYTES = 10_000_000

/** Starts a program in its own session, so that Ctrl-C reaches only us and we stop things in order, and waits until it is ready. */
export async function startChild(spec: ChildSpec): Promise<FiniteChild> {
  const log = await openLog(spec.logFile)
  const [command, args] = dyingWithParent(spec)
  const child = spawn(command, args, {
    cwd: spec.cwd,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
    env: spec.env ?? { PATH: SYSTEM_PATH, LANG: 'C.UTF-8', TZ: 'UTC' },
    ...spec.user,
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const finished = exited.then(async () => {
    if (child.exitCode !== 0) throw new Error(`${spec.name} failed; its log ends with:\n${await endOfLog(spec)}`)
  })
  finished.catch(() => {})
  const running = {
    pid: child.pid ?? 0,
    exited,
    finished,
    isReady: () => spec.ready(child.pid ?? 0),
    stop: () => end(child, exited, spec),
    kill: () => endNow(child, exited),
  }
  await log.close()
  try {
    await waitUntilReady(spec, child.pid ?? 0, exited)
  } catch (error) {
    await running.kill()
    throw error
  }
  return running
}

async function openLog(file: string) {
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`)
  return open(file, 'a', 0o600)
}

/** A parent that is killed cannot clean up; on Linux the kernel then sends the child its stop signal. */
function dyingWithParent(spec: ChildSpec): [string, string[]] {
  if (!existsSync(SETPRIV)) return [spec.command, spec.args]
  return [SETPRIV, ['--pdeathsig', spec.stopSignal.replace('SIG', ''), spec.command, ...spec.args]]
}

async function waitUntilReady(spec: ChildSpec, pid: number, exited: Promise<void>): Promise<void> {
  let ended = false
  exited.then(() => {
    ended = true
  })
  const deadline = Date.now() + spec.readyTimeoutMs
  while (!(await spec.ready(pid).catch(() => false))) {
    spec.signal?.throwIfAborted()
    if (ended || Date.now() > deadline) {
      throw new Error(
        `${spec.name} ${ended ? 'ended at once' : 'did not become ready'}; its log ends with:\n${await endOfLog(spec)}`,
      )
    }
    await delay(20)
  }
}

async function endOfLog({ logFile }: ChildSpec): Promise<string> {
  return (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-10).join('\n')
}

async function end(child: ChildProcess, exited: Promise<void>, spec: ChildSpec): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill(spec.stopSignal)
  const timer = setTimeout(() => child.kill('SIGKILL'), spec.stopTimeoutMs)
  await exited
  clearTimeout(timer)
}

async function endNow(child: ChildProcess, exited: Promise<void>): Promise<void> {
  child.kill('SIGKILL')
  await exited
}
