import { readFile, writeFile } from 'node:fs/promises'

/** A line of the kernel's account of a process, in MB. */
async function read(pid: number, name: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024
}

/** By how many MB another process grew at most while something was done, over what it had before. Linux alone tells. */
export async function peakGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = await read(pid, 'VmRSS')
  // proc_pid_clear_refs(5): 5 lets the highest begin anew.
  await writeFile(`/proc/${pid}/clear_refs`, '5')
  await work()
  return (await read(pid, 'VmHWM')) - before
}
