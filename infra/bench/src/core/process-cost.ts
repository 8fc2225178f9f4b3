import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The processes of a whole system, and the folder below its own that each and its children work in. */
const folders = { api: 'run/api', worker: 'run/worker', postgres: 'postgres', redis: 'redis', orthanc: 'orthanc' }

export type Part = keyof typeof folders
export const parts: readonly Part[] = ['api', 'worker', 'postgres', 'redis', 'orthanc']

/** CPU seconds since its start, and resident memory in MB; pages that processes share are counted once. */
export type Spent = Record<Part, { cpuSeconds: number; residentMb: number }>

/** USER_HZ (proc(5)), which is 100 on every Linux of ours. */
const ticksPerSecond = 100

/** Own time and that of children that have ended and were waited for: utime, stime, cutime, cstime of proc_pid_stat(5), fields 14 to 17. */
async function cpuSeconds(pid: string): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // The name before it, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond
}

async function residentMb(pid: string): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1]) / 1024
}

async function partOf(pid: string, dir: string): Promise<Part | undefined> {
  const folder = await readlink(`/proc/${pid}/cwd`)
  return parts.find((part) => `${folder}/`.startsWith(`${join(dir, folders[part])}/`))
}

const nothing = () => ({ cpuSeconds: 0, residentMb: 0 })

/** Returns the usage so far of each process of the system in `dir`, without other load on the machine. Works on Linux only. */
export async function readSpent(dir: string): Promise<Spent> {
  const spent: Spent = { api: nothing(), worker: nothing(), postgres: nothing(), redis: nothing(), orthanc: nothing() }
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // Processes end while they are read; their time is their parent's then.
    const part = await partOf(pid, dir).catch(() => undefined)
    if (!part) continue
    spent[part].cpuSeconds += await cpuSeconds(pid).catch(() => 0)
    spent[part].residentMb += await residentMb(pid).catch(() => 0)
  }
  return spent
}
