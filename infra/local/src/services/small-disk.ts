import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  /** A folder on it. */
  dir: string
  freeBytes(): Promise<number>
  close(): Promise<void>
}

/**
 * A disk of so many bytes, in memory, that only those see who are told of `dir`: it is mounted in a view of the files of its own, which ends with
 * the process that holds it. Null if neither root nor user namespaces may mount.
 */
export async function openSmallDisk(bytes: number): Promise<SmallDisk | null> {
  const isRoot = process.getuid?.() === 0
  const mount = 'mount -t tmpfs -o mode=0755,size="$1" tmpfs "$2" && echo mounted && exec cat'
  const args = [isRoot ? '-m' : '-Urm', 'sh', '-c', mount, 'sh', String(bytes), tmpdir()]
  const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = Promise.race([once(holder, 'exit'), once(holder, 'error')])
  const mounted = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)])
  if (!mounted) return null
  const dir = await mkdtemp(join(`/proc/${holder.pid}/root`, tmpdir(), 'readroom-disk-'))
  return {
    dir,
    freeBytes: async () => {
      const { bavail, bsize } = await statfs(dir)
      return bavail * bsize
    },
    close: async () => {
      holder.stdin.end()
      await ended
    },
  }
}
