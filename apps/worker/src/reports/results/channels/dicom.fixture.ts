import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { DicomDestination } from '@readroom/contracts/reports/results'
import { eventually } from '@readroom/local/core/eventually'
import getPort from 'get-port'
import { z } from 'zod'

const run = promisify(execFile)
const Failed = z.object({ stderr: z.string() })

/** Fields of a destination that takes reports by C-STORE, without TLS. */
export const dicomSettings = (port: number, changes: Partial<DicomDestination> = {}): DicomDestination => ({
  kind: 'dicom',
  host: '127.0.0.1',
  port,
  certificates: null,
  calledAeTitle: 'ARCHIVE',
  callingAeTitle: 'READROOM',
  document: 'pdf',
  ...changes,
})

/** A laboratory's archive: DCMTK's `storescp`. It keeps one file for each instance. */
export async function openArchive() {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-archive-'))
  const port = await getPort({ host: '127.0.0.1' })
  let end: () => Promise<void> = async () => {}

  /** Starts the program, again if it runs. `options`: of the program. */
  async function start(...options: string[]): Promise<void> {
    await end()
    const child = spawn('storescp', ['-od', dir, '-uf', ...options, String(port)], { stdio: 'ignore' })
    const ended = once(child, 'exit')
    end = async () => {
      child.kill('SIGKILL')
      await ended
    }
    await eventually(async () => {
      const socket = connect({ host: '127.0.0.1', port })
      await once(socket, 'connect')
      socket.destroy()
    })
  }

  return {
    port,
    start,
    /** Writes a file beside the archive's. Returns its path. */
    async write(name: string, text: string): Promise<string> {
      await mkdir(join(dir, 'settings'), { recursive: true })
      const path = join(dir, 'settings', name)
      await writeFile(path, text)
      return path
    },
    stop: () => end(),
    /** Returns the paths of the files that it has. */
    list: async () =>
      (await readdir(dir, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => join(dir, name)),
    remove: async () => {
      await end()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** Returns the elements of a file by keyword, as DCMTK's `dcmdump` prints them. Of an element that is there more than once, the first. */
export async function dump(path: string): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await run('dcmdump', ['-q', '-Un', path], { maxBuffer: 64_000_000 })
  const found = [...stdout.matchAll(/^\s*\([\da-f]{4},[\da-f]{4}\) [A-Z]{2} (?:\[(.*?)\s*\]|(.*?))\s+# +\S+, *\d+ (\w+)$/gm)]
  return new Map(found.reverse().map(([, value, other, name = '']) => [name, value ?? other ?? '']))
}

/** Returns the errors that `dciodvfy` finds in a file against the definition of its class. Its warnings are about directories of media. */
export async function validate(path: string): Promise<string[]> {
  const { stderr } = await run('dciodvfy', [path]).catch((error: unknown) => Failed.parse(error))
  return stderr.split('\n').filter((line) => line.startsWith('Error'))
}

/** Returns a structured report as DCMTK's `dsrdump` reads it, which refuses one that breaks the rules of its class. */
export const readStructured = async (path: string): Promise<string> => (await run('dsrdump', ['+Pl', path])).stdout

/** Returns the document in an Encapsulated PDF, as DCMTK's `dcm2pdf` takes it out. */
export async function takeOutPdf(path: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'readroom-pdf-'))
  await run('dcm2pdf', [path, join(dir, 'out.pdf')])
  const pdf = await readFile(join(dir, 'out.pdf'), 'latin1')
  await rm(dir, { recursive: true })
  return pdf
}
