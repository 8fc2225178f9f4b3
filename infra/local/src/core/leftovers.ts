import type { Stats } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/**
 * Ends what a killed parent left running: processes of this program whose working directory is exactly this folder.
 * Anything else that happens to stand in the folder (a shell, an editor) is left alone. Does nothing without /proc.
 */
export async function reapLeftovers(folder: string, program: string, signal: NodeJS.Signals, timeoutMs: number): Promise<void> {
  // Not by its path, which may be another one in the process's own view of the files.
  const own = await stat(folder)
  const deadline = Date.now() + timeoutMs
  let next = signal
  for (let pids = await findProcesses(own, program); pids.length > 0; pids = await findProcesses(own, program)) {
    for (const pid of pids) send(pid, next)
    await waitUntil(async () => (await findProcesses(own, program)).length === 0, deadline)
    next = 'SIGKILL'
  }
}

async function waitUntil(done: () => Promise<boolean>, deadline: number): Promise<void> {
  do await delay(20)
  while (Date.now() < deadline && !(await done()))
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It ended in the meantime.
  }
}

async function findProcesses(folder: Stats, program: string): Promise<number[]> {
  const entries = await readdir('/proc').catch(() => [])
  const pids = entries.filter((entry) => /^\d+$/.test(entry)).map(Number)
  const matches = await Promise.all(pids.map((pid) => matchesProcess(pid, folder, program)))
  return pids.filter((_, index) => matches[index])
}

async function matchesProcess(pid: number, folder: Stats, program: string): Promise<boolean> {
  try {
    const { dev, ino } = await stat(`/proc/${pid}/cwd`)
    if (dev !== folder.dev || ino !== folder.ino) return false
    // Servers rewrite their title ("postgres: checkpointer", "redis-server 127.0.0.1:6379"), keeping the name in front.
    const title = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0')[0] ?? ''
    return basename(title.split(' ')[0] ?? '').replace(/:$/, '') === program
  } catch {
    return false
  }
}
